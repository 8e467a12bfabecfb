/// The counts of accepted and refused fixes of one source. Every fix is counted that was
/// checked since the engine began.
public struct FeedHealth: Sendable, Hashable {
    /// The number of accepted fixes, also of those that changed no state.
    public var accepted = 0
    /// The number of fixes that completed the fix before them and changed no fence.
    public var completed = 0
    /// The number of refused fixes, by reason.
    public var refused: [FixRefusal: Int] = [:]
    /// The number of accepted fixes whose displacement the reported speeds do not allow.
    public var suspect = 0
    /// The number of fixes for which the filter failed; the refused ones include them.
    public var filterFailures = 0

    /// Creates the counts before the first fix.
    public init() {}
}
