/// What became of the fixes of one source so far; nothing that came in is lost from the counts.
public struct FeedHealth: Sendable, Hashable {
    /// Fixes that were judged.
    public var accepted = 0
    /// Fixes that completed the fix before them and changed no fence.
    public var completed = 0
    /// Fixes that were not, by reason.
    public var refused: [FixRefusal: Int] = [:]
    /// Fixes that moved faster than the receiver said it did.
    public var suspect = 0
    /// Fixes for which the filter had no value; they are among the refused ones.
    public var filterFailures = 0
    /// Times that receiver time began anew.
    public var timeResets = 0

    /// No fixes yet.
    public init() {}
}
