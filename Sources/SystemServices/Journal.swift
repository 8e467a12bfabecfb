import CSystemd
import Glibc

/// Writes entries where the operator will look for them.
///
/// To journald when it is there, else as one readable line on standard error. Writing may wait
/// while journald is stopped: call it only from a thread that nothing depends on, or rarely.
public enum Journal {
    /// Where journald listens.
    static let socketPath = "/run/systemd/journal/socket"

    /// Writes one entry. A journal that cannot take it costs the entry, never the caller.
    ///
    /// - Parameter waits: whether it waits for a standard error that nobody reads.
    public static func write(_ entry: JournalEntry, waits: Bool = true) {
        // libsystemd reports success when there is no journal, so it has to be asked before.
        guard isatty(STDERR_FILENO) == 0 else {
            return writeToStandardError(plain(entry), waits)
        }
        guard unsafe access(socketPath, F_OK) == 0, send(assignments(entry)) else {
            return writeToStandardError(line(entry), waits)
        }
    }

    /// The entry as one line for people at a terminal: the sentence.
    static func plain(_ entry: JournalEntry) -> String { oneLine(entry.message) }

    /// The entry as one line for the program that collects standard error: level, sentence, fields.
    static func line(_ entry: JournalEntry) -> String {
        var text = "<\(entry.priority.rawValue)>" + entry.message
        for field in entry.fields where field.name != "GEOFENCE_JSON" {
            text += " \(field.name)=\(field.value)"
        }
        return oneLine(text)
    }

    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 }) + "\n"
    }

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
        // One flat copy keeps every field's bytes in place while libsystemd reads them.
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
        // A closed standard error must not stop anyone: one try.
        _ = unsafe Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
