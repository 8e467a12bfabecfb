/// The median of the last few intervals between fixes.
struct MedianInterval: Sendable {
    /// Enough to outvote a few gaps, few enough to follow a receiver whose rate was changed.
    private static let capacity = 9

    private var intervals_ns = InlineArray<9, Int64>(repeating: 0)
    private var count = 0
    private var oldest = 0
    /// How many of the latest intervals were the same.
    private var repeats = 0
    private var latest_ns: Int64 = 0
    /// The median in seconds; nil before the first interval.
    private(set) var seconds: Double?

    /// Takes note of an interval of that many nanoseconds. True when the median changed.
    @inline(__always)
    mutating func add(_ interval_ns: Int64) -> Bool {
        if interval_ns == latest_ns, repeats >= Self.capacity { return false }
        let before = seconds
        insert(interval_ns)
        return seconds != before
    }

    private mutating func insert(_ interval_ns: Int64) {
        repeats = interval_ns == latest_ns ? repeats + 1 : 1
        latest_ns = interval_ns
        let isFull = count == Self.capacity
        let place = isFull ? oldest : count
        if isFull { oldest = (oldest + 1) % Self.capacity } else { count += 1 }
        guard !isFull || intervals_ns[place] != interval_ns else { return }
        intervals_ns[place] = interval_ns
        seconds = Double(median_ns) / 1e9
    }

    /// The middle one, by insertion into an ordered copy.
    private var median_ns: Int64 {
        var sorted = intervals_ns
        for end in 1..<max(1, count) {
            let value = sorted[end]
            var place = end
            while place > 0, sorted[place - 1] > value {
                sorted[place] = sorted[place - 1]
                place -= 1
            }
            sorted[place] = value
        }
        return sorted[count / 2]
    }
}
