/// The saved state of one fence under one monitor.
public struct FenceRecord: Sendable, Hashable, Codable {
    /// Inside, outside or unknown.
    public enum Side: String, BitwiseCopyable, Sendable, Hashable, Codable {
        /// The receiver is inside the fence.
        case inside
        /// The receiver is outside the fence.
        case outside
        /// The side is unknown.
        case unknown
    }

    /// The id of the monitor.
    public var monitor: String
    /// The id of the fence.
    public var fence: String
    /// A hash of everything that decides the evaluation of the fence. A record with another hash is
    /// discarded.
    public var fenceHash: UInt64
    /// The state that was reported last.
    public var reported: Side
    /// The state that was confirmed last.
    public var raw: Side
    /// Seconds left of the ignore period; nil for none.
    public var window_s: Double?
    /// The open visit.
    public var visit: VisitName?
    /// When the visit began, in nanoseconds since 1970.
    public var enteredAt_ns: Int64?
    /// When the confirmed state last changed, in nanoseconds since 1970.
    public var rawChangedAt_ns: Int64?
    /// Further data of that change while it is suppressed.
    public var suppressed: SavedCrossing?
    /// Seconds dwelt so far.
    public var dwelt_s = 0.0
    /// The number of `dwelled` events of this visit.
    public var dwellsSent = 0
    /// The number of confirmed changes suppressed since the last report.
    public var suppressedToggles = 0
    /// When the record was made, in nanoseconds on the boot clock.
    public var recordedAt_ns: Int64 = 0
    /// The last fix after which it is unknown whether `raw` still holds; nil if the last fix of the
    /// source determined it.
    public var unknownSince: SavedInstant?

    private enum CodingKeys: String, CodingKey {
        case monitor, fence, fenceHash, reported, raw, window_s, visit, enteredAt_ns
        case rawChangedAt_ns
        case suppressed = "heldBack"
        case dwelt_s, dwellsSent, suppressedToggles, recordedAt_ns, unknownSince
    }

    /// Creates the record of a fence with that state and no further data.
    public init(monitor: String, fence: String, fenceHash: UInt64, reported: Side, raw: Side) {
        (self.monitor, self.fence, self.fenceHash) = (monitor, fence, fenceHash)
        (self.reported, self.raw) = (reported, raw)
    }
}
