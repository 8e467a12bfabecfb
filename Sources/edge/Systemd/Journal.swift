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

/// One log entry: a message and named fields.
public struct JournalEntry: Hashable, Sendable {
    /// The priority, as in syslog(3).
    public enum Priority: Int, Hashable, Sendable, Comparable {
        /// The daemon cannot do its work; the user must act.
        case error = 3
        /// A fault that may pass or can be repaired.
        case warning = 4
        /// Normal, and important to users.
        case notice = 5
        /// Normal.
        case info = 6

        /// Whether `left` is more urgent.
        public static func < (left: Priority, right: Priority) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// A named value.
    public struct Field: Hashable, Sendable {
        /// The name: capital letters, digits and underscores, not starting with an underscore.
        public var name: String
        /// The value: any text, line breaks included.
        public var value: String

        /// Creates a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The priority.
    public var priority: Priority
    /// The message: one sentence.
    public var message: String
    /// The message ID of its kind, 32 hexadecimal digits; nil for entries without one.
    public var messageID: String?
    /// Additional fields.
    public var fields: [Field]

    /// Creates an entry.
    public init(
        _ priority: Priority, _ message: String, messageID: String? = nil, fields: [Field] = []
    ) {
        self.priority = priority
        self.message = message
        self.messageID = messageID
        self.fields = fields
    }
}
