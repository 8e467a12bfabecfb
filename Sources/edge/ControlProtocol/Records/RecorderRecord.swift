/// The state of the recorder of fixes.
public struct RecorderRecord: Sendable, Hashable, Codable {
    /// `ok`, `full` where the disk is full, `failing` for any other failure, `off`.
    public var state: String
    /// The problem and its remedy, in a sentence.
    public var message: String?
    /// The directory of its files.
    public var path: String
    /// The bytes of its files.
    public var bytes: Int64
    /// The limit on these bytes.
    public var bytes_limit: Int64
    /// The days after which entries are removed.
    public var days: Int
    /// The time of the oldest entry, RFC 3339; nil when there is none.
    public var oldest: String?
    /// The number of entries since the daemon started that could not be written.
    public var lost: Int

    /// Creates the state of an empty recorder.
    public init(state: String, path: String, bytes_limit: Int64, days: Int) {
        self.state = state
        self.path = path
        bytes = 0
        self.bytes_limit = bytes_limit
        self.days = days
        lost = 0
    }
}
