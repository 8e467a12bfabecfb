/// The usual time between fixes: the median of the last few intervals, which a single gap or burst
/// does not move.
public struct FixInterval: Sendable {
    /// Fixes within this time arrive together, for example in one push: no receiver delivers 200
    /// fixes a second.
    private static let together_s = 0.005

    private var ring = InlineArray<15, Double>(repeating: 0)
    private var count = 0
    private var next = 0

    /// Creates a value without intervals.
    public init() {}

    /// The median in seconds; nil before the first interval. Computed on demand, because it is read
    /// less often than fixes arrive.
    public var medianSeconds: Double? { count > 0 ? median() : nil }

    /// Fixes per second; nil before the first interval, and for fixes that arrive together.
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

    /// Returns the median, and the shorter one of two intervals, so that one early gap has little
    /// effect. Uses insertion sort, because few intervals are out of order.
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
