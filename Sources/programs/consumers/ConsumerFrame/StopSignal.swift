internal import Glibc
internal import Synchronization
internal import SystemServices

/// Turns SIGTERM and SIGINT into a descriptor that can be polled.
public enum StopSignal {
    private static let writer = Atomic<Int32>(-1)

    /// Takes the signals over; gives the descriptor that can be read from when one has come.
    public static func descriptor() -> Int32 {
        guard let pipe = try? Pipe() else { return -1 }
        let (reader, end) = (pipe.readEnd.release(), pipe.writeEnd.release())
        for end in [reader, end] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        writer.store(end, ordering: .sequentiallyConsistent)
        for number in [SIGTERM, SIGINT] {
            signal(number) { _ in
                var byte: UInt8 = 1
                _ = unsafe write(StopSignal.writer.load(ordering: .relaxed), &byte, 1)
            }
        }
        signal(SIGPIPE, SIG_IGN)
        return reader
    }
}
