import ControlProtocol
import NIOCore
import NIOPosix

/// Parses requests so that no line delays other clients: short lines on the loop, long ones on a thread
/// of its own. The thread also computes what a request needs before it changes anything.
@Loop
final class CallReader {
    /// The most bytes of a line that is parsed on the loop, in less time than the turn of a client. Only
    /// lines with many fences, fixes or ids are longer.
    private static let atOnce_bytes = 4096

    private let thread = NIOThreadPool(numberOfThreads: 1)

    /// Creates a reader and starts its thread.
    init() { thread.start() }

    /// Parses a line and calls `take` on the loop: at once for a short line, later for a long one.
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

    /// Runs `work` on the thread, in the order of the calls, then calls `take` on the loop.
    func run<Outcome: Sendable>(
        _ work: @escaping @Sendable () -> Outcome, then take: @escaping @Loop (Outcome) -> Void
    ) {
        thread.submit { _ in
            let outcome = work()
            Loop.soon { take(outcome) }
        }
    }
}
