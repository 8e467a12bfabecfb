/// What a decoder has seen since it was made.
public struct DecoderCounts: Sendable {
    /// Bytes received.
    public internal(set) var bytes = 0
    /// Sentences or lines that passed their checks, understood or not.
    public internal(set) var sentences = 0
    /// Checked sentences or lines of a kind that says nothing about position.
    public internal(set) var ignored = 0
    /// Fixes delivered.
    public internal(set) var fixes = 0
    /// Epochs in which the receiver said that it has no position.
    public internal(set) var noFixes = 0
    /// What was thrown away.
    public internal(set) var discards = DiscardCounts()

    /// Nothing seen.
    public init() {}
}
