/// The median of the last few intervals between fixes.
struct MedianInterval: Sendable, Hashable {
    /// Enough to outvote a few gaps, few enough to follow a receiver whose rate was changed.
    static let capacity = 9

    private var intervals: [Double] = []
    private var oldest = 0
    private(set) var seconds: Double?

    mutating func add(_ interval: Double) {
        if intervals.count < Self.capacity {
            intervals.append(interval)
        } else {
            if intervals[oldest] == interval { return skip() }
            intervals[oldest] = interval
            skip()
        }
        seconds = intervals.sorted()[intervals.count / 2]
    }

    private mutating func skip() {
        oldest = (oldest + 1) % Self.capacity
    }
}
