public import ControlProtocol

/// The record that a consumer passes on instead of deleted events.
public struct GapRecord: Sendable, Hashable, Codable {
    /// Always `gap`.
    public var type = "gap"
    /// The first number not sent.
    public var from_seq: Int64
    /// The last number not sent.
    public var to_seq: Int64
    /// As in `Gap`.
    public var reason: String

    /// The record of a gap.
    public init(_ gap: Gap) {
        from_seq = gap.from_seq
        to_seq = gap.to_seq
        reason = gap.reason
    }
}
