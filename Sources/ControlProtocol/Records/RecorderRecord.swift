/// The recorder of fixes as it stands.
public struct RecorderRecord: Sendable, Hashable, Codable {
    /// `ok`, `full` where the disk has no room, `failing` for any other failure, `off`.
    public var state: String
    /// What is wrong and what to do, in a sentence.
    public var message: String?
    /// The directory of its files.
    public var path: String
    /// Bytes that they have.
    public var bytes: Int64
    /// Bytes that they may have.
    public var bytes_limit: Int64
    /// Days after which they are removed.
    public var days: Int
    /// The time of the oldest entry, RFC 3339; nil when there is none.
    public var oldest: String?
    /// Entries that could not be written since the daemon started.
    public var lost: Int

    /// A recorder that keeps nothing yet.
    public init(state: String, path: String, bytes_limit: Int64, days: Int) {
        self.state = state
        self.path = path
        bytes = 0
        self.bytes_limit = bytes_limit
        self.days = days
        lost = 0
    }
}
