/// The state of the event log.
public struct StoreRecord: Sendable, Hashable, Codable {
    /// `ok`, `full`, `readonly` or `failing`.
    public var state: String
    /// The problem and its remedy, one sentence.
    public var message: String?
    /// The directory of its files.
    public var path: String?
    /// The identity of the log.
    public var epoch: String
    /// The oldest retained number; `next_seq` when there is none.
    public var first_seq: Int64
    /// The number of the next event.
    public var next_seq: Int64
    /// Events that wait to become durable.
    public var pending: Int
    /// The bytes of all files in its directory; nil when unknown.
    public var used_bytes: Int64?

    /// Creates a log without problems.
    public init(epoch: String, first_seq: Int64, next_seq: Int64) {
        state = "ok"
        self.epoch = epoch
        self.first_seq = first_seq
        self.next_seq = next_seq
        pending = 0
    }
}
