import ControlProtocol
import NIOCore
import NIOPosix

/// Reads requests, so that no line makes other clients wait: short ones at once, long ones on a thread of
/// its own, which also does the work of a request before anything is changed.
@Loop
final class CallReader {
    /// Lines that are read on the loop: all but those with many fences, fixes or ids, and in less than
    /// the turn of a client.
    private static let atOnce_bytes = 4096

    private let thread = NIOThreadPool(numberOfThreads: 1)

    /// A reader whose thread waits for work.
    init() { thread.start() }

    /// Reads a line; `take` runs on the loop, at once for a short line.
    func read(
        _ line: [UInt8], for access: Hello.Access, _ take: @escaping @Loop (Call) -> Void
    ) {
        guard line.count > Self.atOnce_bytes else { return take(Call(line, for: access)) }
        run {
            Call(line, for: access)
        } then: {
            take($0)
        }
    }

    /// Does work on the thread, in the order in which it is handed over; `take` runs on the loop.
    func run<Outcome: Sendable>(
        _ work: @escaping @Sendable () -> Outcome, then take: @escaping @Loop (Outcome) -> Void
    ) {
        thread.submit { _ in
            let outcome = work()
            Loop.soon { take(outcome) }
        }
    }
}
