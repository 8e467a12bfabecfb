/// The time without a fix after which a receiver is stale: five intervals, by the median of the
/// last ones, and at least 10 s.
@usableFromInline
package struct StaleLimit: Sendable {
    /// The least limit in seconds, also used when no interval is known.
    package static let least_s = 10.0
    /// The number of consecutive missing fixes after which a receiver has no position.
    private static let intervals = 5.0
    /// Intervals up to this one do not raise the limit above the least.
    static let short_ns = Int64(least_s / intervals * 1e9)
    /// The number of stored intervals: enough that a few gaps do not change the median, and few
    /// enough to follow a change of rate.
    private static let capacity = 9

    /// The last intervals. When all are short, further short intervals are not stored.
    private var intervals_ns = InlineArray<9, Int64>(repeating: 0)
    private var count = 0
    private var oldest = 0
    /// The number of consecutive short intervals up to the latest.
    private var shortOnes = 0
    /// The seconds without an accepted fix after which the source is stale.
    @usableFromInline private(set) var seconds = least_s

    /// Whether all intervals are short, so that another short one changes nothing.
    var isSteady: Bool { shortOnes >= Self.capacity }

    /// Adds an interval in nanoseconds; returns true when the limit changed. An interval of 0 is
    /// ignored because it does not predict the next one.
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

    /// The median; with an even count the shorter of the middle two, so that one gap among the
    /// first two intervals does not set a long limit. Calculated by insertion into an ordered copy.
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

/// The time without a fix after which a device that reports as JSON lines is stale. Such a device
/// reports at different intervals while it moves and at rest, and seldom at rest.
@usableFromInline
struct DeviceStaleLimit: Sendable {
    /// The limit in seconds until some intervals are known, and the least limit for a device at
    /// rest.
    private static let first_s = 60.0
    private static let known = 5
    private static let capacity = 9
    /// The factor of the longest interval at rest after which a device at rest has no position.
    private static let restShare = 1.5
    private static let intervals = 5.0

    private var moving: [Double] = []
    private var resting: [Double] = []
    private var count = 0
    /// The seconds without a fix after which the states are unknown, for a moving device and for
    /// one at rest.
    @usableFromInline private(set) var moving_s = first_s
    @usableFromInline private(set) var resting_s = first_s

    /// Adds an interval. An interval in motion discards those at rest.
    mutating func add(_ seconds: Double, beganAtRest: Bool) {
        guard seconds > 0 else { return }
        count += 1
        if beganAtRest {
            Self.put(seconds, in: &resting)
        } else {
            Self.put(seconds, in: &moving)
            resting.removeAll(keepingCapacity: true)
        }
        guard count >= Self.known else { return }
        resting_s = max(Self.first_s, Self.restShare * (resting.max() ?? 0))
        guard !moving.isEmpty else { return }
        let median = moving.sorted()[(moving.count - 1) / 2]
        moving_s = max(StaleLimit.least_s, Self.intervals * median)
    }

    private static func put(_ seconds: Double, in list: inout [Double]) {
        if list.count == capacity { list.removeFirst() }
        list.append(seconds)
    }
}
