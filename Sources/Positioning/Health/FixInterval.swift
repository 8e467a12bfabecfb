/// The usual time between fixes: the median of the last few intervals, which a single gap or burst
/// does not move.
public struct FixInterval: Sendable {
    private var ring = InlineArray<15, Double>(repeating: 0)
    private var count = 0
    private var next = 0

    /// No intervals yet.
    public init() {}

    /// The median in seconds; nil before the first interval.
    public var medianSeconds: Double? {
        guard count > 0 else { return nil }
        return (0..<count).map { ring[$0] }.sorted()[count / 2]
    }

    /// Fixes per second; nil before the first interval.
    public var rateHertz: Double? {
        medianSeconds.flatMap { $0 > 0 ? 1 / $0 : nil }
    }

    /// Takes note of one interval.
    public mutating func note(seconds: Double) {
        guard seconds >= 0 else { return }
        ring[next] = seconds
        next = (next + 1) % 15
        count = min(count + 1, 15)
    }
}
