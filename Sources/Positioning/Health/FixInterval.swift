/// The usual time between fixes: the median of the last few intervals, which a single gap or burst
/// does not move.
public struct FixInterval: Sendable {
    /// Fixes within this time arrive together, for example in one push: no receiver gives 200 a
    /// second.
    private static let together_s = 0.005

    private var ring = InlineArray<15, Double>(repeating: 0)
    private var count = 0
    private var next = 0

    /// No intervals yet.
    public init() {}

    /// The median in seconds; nil before the first interval. It is worked out when it is asked for,
    /// which is less often than fixes come.
    public var medianSeconds: Double? { count > 0 ? median() : nil }

    /// Fixes per second; nil before the first interval, and for fixes that come together.
    public var rateHertz: Double? {
        medianSeconds.flatMap { $0 >= Self.together_s ? 1 / $0 : nil }
    }

    /// Adds one interval.
    public mutating func note(seconds: Double) {
        guard seconds >= 0 else { return }
        ring[next] = seconds
        next = (next + 1) % 15
        count = min(count + 1, 15)
    }

    /// The median of the intervals, of two the shorter: one gap among the first two means little.
    /// Insertion sort, since few are out of order.
    private func median() -> Double {
        var sorted = ring
        for last in 1..<count {
            var place = last
            while place > 0, sorted[place] < sorted[place - 1] {
                sorted.swapAt(place, place - 1)
                place -= 1
            }
        }
        return sorted[(count - 1) / 2]
    }
}
