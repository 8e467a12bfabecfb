internal import Glibc
internal import SystemServices

/// Turns SIGTERM and SIGINT into a descriptor that can be polled.
public enum StopSignal {
    /// Handles the signals from now on; returns the descriptor that can be read when one has come.
    public static func descriptor() -> Int32 {
        signal(SIGPIPE, SIG_IGN)
        guard let pipe = try? SignalPipe.open([SIGTERM, SIGINT]) else { return -1 }
        return pipe.release()
    }
}
