internal import Glibc
internal import Synchronization

/// Turns SIGTERM and SIGINT into a descriptor that can be polled.
public enum StopSignal {
    private static let writer = Atomic<Int32>(-1)

    /// Takes the signals over; gives the descriptor that can be read from when one has come.
    public static func descriptor() -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return -1 }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        writer.store(ends[1], ordering: .sequentiallyConsistent)
        for number in [SIGTERM, SIGINT] {
            signal(number) { _ in
                var byte: UInt8 = 1
                _ = unsafe write(StopSignal.writer.load(ordering: .relaxed), &byte, 1)
            }
        }
        signal(SIGPIPE, SIG_IGN)
        return ends[0]
    }
}
