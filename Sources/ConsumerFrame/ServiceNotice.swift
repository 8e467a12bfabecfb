internal import Glibc
internal import Suggestions

/// Notifications to the service manager, and lines for the journal.
public enum ServiceNotice {
    /// Sends a notification to systemd (sd_notify(3)), such as `READY=1`, `STATUS=…`, `WATCHDOG=1`
    /// or `STOPPING=1`. Does nothing without `NOTIFY_SOCKET`.
    public static func tell(_ text: String) {
        guard let path = unsafe getenv("NOTIFY_SOCKET") else { return }
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | O_CLOEXEC, 0)
        guard socket >= 0 else { return }
        defer { close(socket) }
        guard var address = unsafe UnixAddress(String(cString: path)) else { return }
        let bytes = Array(text.utf8)
        unsafe address.withPointer { pointer, length in
            _ = unsafe sendto(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL), pointer, length)
        }
    }

    /// Writes a line to the journal by way of standard error; the number is a priority of
    /// syslog(3).
    public static func log(_ priority: Int, _ text: String) {
        let bytes = Array("<\(priority)>\(text.withoutControls())\n".utf8)
        _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
    }
}

/// The address of a Unix socket; a path that begins with @ is one without a file.
struct UnixAddress {
    private var address = sockaddr_un()
    private let length: socklen_t

    /// The address; nil for a path that is too long.
    init?(_ path: String) {
        var bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path), !bytes.isEmpty else {
            return nil
        }
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    }

    mutating func withPointer<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        let length = length
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, length)
            }
        }
    }
}
