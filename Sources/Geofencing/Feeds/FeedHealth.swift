/// What became of the fixes of one source so far; nothing that came in is lost from the counts.
public struct FeedHealth: Sendable, Hashable {
    /// Fixes that were judged.
    public var accepted = 0
    /// Fixes with the time and place of the one before, or a worse one of the same instant.
    public var duplicates = 0
    /// Fixes older than one that was already judged.
    public var late = 0
    /// Positions that are old by their own account.
    public var lastKnown = 0
    /// Fixes with an impossible place.
    public var impossible = 0
    /// Fixes that were held in quarantine after a jump.
    public var quarantined = 0
    /// Fixes that moved faster than the receiver said it did.
    public var suspect = 0
    /// Times that receiver time began anew.
    public var timeResets = 0
}
