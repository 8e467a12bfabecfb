import Glibc

/// A failed system call with its error number.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The attempted action, as an infinitive (`open /dev/ttyACM0`).
    public var attempt: String
    /// The kernel's error number.
    public var code: Int32

    /// Creates the error of a failed attempt.
    public init(_ attempt: String, code: Int32) {
        self.attempt = attempt
        self.code = code
    }

    /// The attempt and the reason: one sentence without its full stop.
    public var description: String { "cannot \(attempt): \(Self.reason(code))" }

    /// The code for a pipe, a socket or a device where a regular file is needed.
    public static let noFile = ESPIPE

    /// Returns the remedy for a shortage of resources; nil for other errors.
    public static func remedy(forShortage code: Int32) -> String? {
        switch code {
        case EMFILE: "raise LimitNOFILE= in the unit"
        case ENFILE: "stop the program with so many open files, or raise fs.file-max"
        case ENOMEM, ENOBUFS: "stop what uses so much memory, or raise MemoryMax= in the unit"
        default: nil
        }
    }

    /// Returns the C library's text for an error number, or a plainer one.
    public static func reason(_ code: Int32) -> String {
        if code == noFile { return "it is not a regular file" }
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}
