internal import Glibc
internal import Suggestions
internal import SystemServices

/// Notifications to the service manager, and lines for the journal.
public enum ServiceNotice {
    /// Sends a notification to systemd (sd_notify(3)), such as `READY=1`, `STATUS=…`, `WATCHDOG=1`
    /// or `STOPPING=1`. Does nothing without `NOTIFY_SOCKET`.
    public static func tell(_ text: String) {
        guard let path = unsafe getenv("NOTIFY_SOCKET") else { return }
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | O_CLOEXEC, 0)
        guard socket >= 0 else { return }
        defer { close(socket) }
        guard let address = unsafe UnixAddress(String(cString: path)) else { return }
        let bytes = Array(text.utf8)
        unsafe address.withPointer { pointer, length in
            _ = unsafe sendto(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL), pointer, length)
        }
    }

    /// Writes a line to the journal by way of standard error; the number is a priority of
    /// syslog(3).
    public static func log(_ priority: Int, _ text: String) {
        let bytes = Array("<\(priority)>\(text.escapingControls())\n".utf8)
        _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
    }
}
