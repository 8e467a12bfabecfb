/// How long a receiver is believed without a fix: a few intervals, by the median of the last ones.
struct StaleLimit: Sendable {
    /// Seconds at the least, and where no interval is known.
    static let least_s = 10.0
    /// A receiver that misses this many fixes in a row has lost its place.
    private static let intervals = 5.0
    /// Intervals up to this one ask for no more than the least, however short they are.
    static let short_ns = Int64(least_s / intervals * 1e9)
    /// Enough to outvote a few gaps, few enough to follow a receiver whose rate was changed.
    private static let capacity = 9

    /// The last intervals, but of those when all are short.
    private var intervals_ns = InlineArray<9, Int64>(repeating: 0)
    private var count = 0
    private var oldest = 0
    /// How many of the latest are short.
    private var shortOnes = 0
    /// Seconds without an accepted fix after which the feed is stale.
    private(set) var seconds = least_s

    /// Whether all are short, so that one more short interval says nothing new.
    var isSteady: Bool { shortOnes >= Self.capacity }

    /// Takes note of an interval of that many nanoseconds; what comes at once says nothing of the next.
    /// True when the limit changed.
    mutating func add(_ interval_ns: Int64) -> Bool {
        guard interval_ns > 0 else { return false }
        if isSteady, interval_ns <= Self.short_ns { return false }
        shortOnes = interval_ns <= Self.short_ns ? shortOnes + 1 : 0
        let isSame = count == Self.capacity && intervals_ns[oldest] == interval_ns
        intervals_ns[oldest] = interval_ns
        oldest = oldest + 1 == Self.capacity ? 0 : oldest + 1
        count = min(count + 1, Self.capacity)
        guard !isSame else { return false }
        let before = seconds
        seconds = max(Self.least_s, Self.intervals * (Double(median_ns) / 1e9))
        return seconds != before
    }

    /// The middle one, of an even number the shorter, by insertion into an ordered copy: one gap
    /// among the first two must not make it believed for ever.
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
        return sorted[max(0, count - 1) / 2]
    }
}

/// How long a device is believed that reports as JSON lines: on the way and at rest it reports at
/// intervals of its own, and at rest seldom.
struct DeviceStaleLimit: Sendable {
    /// Seconds until some intervals are known, and at the least for a device at rest.
    private static let first_s = 60.0
    private static let known = 5
    private static let capacity = 9
    /// A device at rest that misses a report by more than this has lost its place.
    private static let restShare = 1.5
    private static let intervals = 5.0

    private var moving: [Double] = []
    private var resting: [Double] = []
    private var count = 0

    /// Takes note of an interval, and forgets those at rest where the device drives.
    mutating func add(_ seconds: Double, beganAtRest: Bool) {
        guard seconds > 0 else { return }
        count += 1
        if beganAtRest {
            Self.put(seconds, in: &resting)
        } else {
            Self.put(seconds, in: &moving)
            resting.removeAll(keepingCapacity: true)
        }
    }

    /// Seconds without a fix after which its states are unknown.
    func seconds(atRest isAtRest: Bool) -> Double {
        guard count >= Self.known else { return Self.first_s }
        if isAtRest { return max(Self.first_s, Self.restShare * (resting.max() ?? 0)) }
        guard !moving.isEmpty else { return Self.first_s }
        let median = moving.sorted()[(moving.count - 1) / 2]
        return max(StaleLimit.least_s, Self.intervals * median)
    }

    private static func put(_ seconds: Double, in list: inout [Double]) {
        if list.count == capacity { list.removeFirst() }
        list.append(seconds)
    }
}
