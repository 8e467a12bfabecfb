/// One entry of the journal: a sentence and named fields beside it.
public struct JournalEntry: Hashable, Sendable {
    /// How urgent, as syslog(3) counts.
    public enum Priority: Int, Hashable, Sendable, Comparable {
        /// Action must be taken: the daemon cannot do its work.
        case error = 3
        /// Something is wrong that may pass or be mended.
        case warning = 4
        /// Normal and worth seeing.
        case notice = 5
        /// Normal.
        case info = 6

        /// Whether `left` is the more urgent.
        public static func < (left: Priority, right: Priority) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// One named value.
    public struct Field: Hashable, Sendable {
        /// Capital letters, digits and underscores, not beginning with an underscore.
        public var name: String
        /// Any text, line breaks included.
        public var value: String

        /// A value under a name.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// How urgent.
    public var priority: Priority
    /// The sentence for people.
    public var message: String
    /// The kind of entry, 32 hexadecimal digits; nil for entries of no kind.
    public var messageID: String?
    /// Everything else.
    public var fields: [Field]

    /// An entry with that sentence.
    public init(
        _ priority: Priority, _ message: String, messageID: String? = nil, fields: [Field] = []
    ) {
        self.priority = priority
        self.message = message
        self.messageID = messageID
        self.fields = fields
    }
}
