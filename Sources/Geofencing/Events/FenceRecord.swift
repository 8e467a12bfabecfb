/// The saved state of one fence under one monitor.
public struct FenceRecord: Sendable, Hashable, Codable {
    /// Inside, outside or unknown.
    public enum Side: String, BitwiseCopyable, Sendable, Hashable, Codable {
        /// Within the fence.
        case inside
        /// Not within it.
        case outside
        /// Not known.
        case unknown
    }

    /// The monitor.
    public var monitor: String
    /// The fence's id.
    public var fence: String
    /// A hash of all that decides its judgement; a difference discards the record.
    public var fenceHash: UInt64
    /// The state last reported.
    public var reported: Side
    /// The state last seen.
    public var raw: Side
    /// Seconds left of the ignore window, nil for none.
    public var window_s: Double?
    /// The open stay.
    public var visit: VisitName?
    /// When it began, nanoseconds since 1970.
    public var enteredAt_ns: Int64?
    /// When the raw state last changed, nanoseconds since 1970.
    public var rawChangedAt_ns: Int64?
    /// What else is known of that change while it is held back.
    public var heldBack: SavedCrossing?
    /// Seconds dwelt so far.
    public var dwelt_s: Double
    /// Dwell events sent for this stay.
    public var dwellsSent: Int
    /// Raw changes held back since the last report.
    public var suppressedToggles: Int
    /// When all this was so, boot clock nanoseconds.
    public var recordedAt_ns: Int64
    /// The last fix after which nobody knew whether `raw` still holds; nil where the last fix of the
    /// source is the one that told.
    public var unknownSince: SavedInstant?

    /// The record of a fence, with that state and nothing else known.
    public init(
        monitor: String, fence: String, fenceHash: UInt64, reported: Side, raw: Side,
        window_s: Double? = nil, visit: VisitName? = nil, enteredAt_ns: Int64? = nil,
        rawChangedAt_ns: Int64? = nil, heldBack: SavedCrossing? = nil, dwelt_s: Double = 0,
        dwellsSent: Int = 0, suppressedToggles: Int = 0, recordedAt_ns: Int64 = 0,
        unknownSince: SavedInstant? = nil
    ) {
        self.monitor = monitor
        self.fence = fence
        self.fenceHash = fenceHash
        self.reported = reported
        self.raw = raw
        self.window_s = window_s
        self.visit = visit
        self.enteredAt_ns = enteredAt_ns
        self.rawChangedAt_ns = rawChangedAt_ns
        self.heldBack = heldBack
        self.dwelt_s = dwelt_s
        self.dwellsSent = dwellsSent
        self.suppressedToggles = suppressedToggles
        self.recordedAt_ns = recordedAt_ns
        self.unknownSince = unknownSince
    }
}
