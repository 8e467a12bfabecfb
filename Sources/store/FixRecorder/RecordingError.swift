import Glibc

/// A failed operation on a file or directory of the recording.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The attempted action, as an infinitive.
    public var attempt: String
    /// The kernel's error number.
    public var code: Int32

    /// Whether the disk or the quota is full.
    public var isFull: Bool { code == ENOSPC || code == EDQUOT }

    /// Whether the file or directory does not exist.
    public var isMissing: Bool { code == ENOENT || code == ENOTDIR }

    /// The attempt and the reason, as a sentence without its full stop.
    public var description: String {
        let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        return "cannot \(attempt): \(reason)"
    }
}
