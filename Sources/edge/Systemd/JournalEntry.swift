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
