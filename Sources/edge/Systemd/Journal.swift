import CSystemd
import Glibc
import Suggestions

/// Writes log entries.
///
/// Writes to journald when it runs, otherwise one readable line to standard error. May block while
/// journald is stopped: call it rarely, or from a thread on which no other work depends.
public enum Journal {
    /// The socket of journald.
    static let socketPath = "/run/systemd/journal/socket"

    /// Writes one entry. The entry is dropped when it cannot be written.
    ///
    /// - Parameter waits: whether to block while no process reads standard error.
    public static func write(_ entry: JournalEntry, waits: Bool = true) {
        // libsystemd reports success when there is no journal, so check for the socket first.
        guard isatty(STDERR_FILENO) == 0 else {
            return writeToStandardError(plain(entry), waits)
        }
        guard unsafe access(socketPath, F_OK) == 0, send(assignments(entry)) else {
            return writeToStandardError(line(entry), waits)
        }
    }

    /// Returns the entry as one line for a user at a terminal: only the message.
    static func plain(_ entry: JournalEntry) -> String { oneLine(entry.message) }

    /// Returns the entry as one line for a program: level, message, fields except the JSON.
    static func line(_ entry: JournalEntry) -> String {
        var text = "<\(entry.priority.rawValue)>" + entry.message
        for field in entry.fields where field.name != "GEOFENCE_JSON" {
            text += " \(field.name)=\(field.value)"
        }
        return oneLine(text)
    }

    private static func oneLine(_ text: String) -> String { text.escapingControls() + "\n" }

    static func assignments(_ entry: JournalEntry) -> [String] {
        var all = ["MESSAGE=\(entry.message)", "PRIORITY=\(entry.priority.rawValue)"]
        all.append("SYSLOG_IDENTIFIER=geofenced")
        if let id = entry.messageID { all.append("MESSAGE_ID=\(id)") }
        all += entry.fields.map { "\($0.name)=\($0.value)" }
        return all
    }

    private static func send(_ assignments: [String]) -> Bool {
        let buffers = assignments.map { Array($0.utf8) }
        var vectors: [iovec] = unsafe []
        // One contiguous copy, so that no byte moves while libsystemd reads them.
        var bytes = buffers.flatMap { $0 }
        return unsafe bytes.withUnsafeMutableBytes { all in
            var offset = 0
            for buffer in buffers {
                unsafe vectors.append(
                    iovec(iov_base: all.baseAddress?.advanced(by: offset), iov_len: buffer.count))
                offset += buffer.count
            }
            return unsafe sd_journal_sendv(vectors, Int32(vectors.count)) >= 0
        }
    }

    private static func writeToStandardError(_ line: String, _ waits: Bool) {
        let bytes = Array(line.utf8)
        var room = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        guard unsafe waits || poll(&room, 1, 0) == 1 else { return }
        // Write once: a closed standard error must not stop the process.
        _ = unsafe Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
