import Glibc
import Synchronization

/// Signals as bytes of a descriptor that a poll loop waits for.
public enum SignalPipe {
    private static let writer = Atomic<Int32>(-1)

    /// Handles the signals from now on: each writes its number to the pipe. Returns the descriptor to read. A process
    /// has one such pipe.
    public static func open(_ signals: [Int32]) throws(SystemError) -> OwnedDescriptor {
        let pipe = try Pipe()
        let end = pipe.writeEnd.release()
        for descriptor in [end, pipe.readEnd.rawValue] {
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        }
        writer.store(end, ordering: .sequentiallyConsistent)
        for number in signals {
            signal(number) { number in
                var byte = UInt8(truncatingIfNeeded: number)
                let code = errno
                _ = unsafe write(SignalPipe.writer.load(ordering: .relaxed), &byte, 1)
                errno = code
            }
        }
        return pipe.readEnd
    }

    /// Returns the signals that have come since the last call.
    public static func read(_ descriptor: Int32) -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
        return bytes.prefix(max(count, 0)).map(Int32.init)
    }
}
