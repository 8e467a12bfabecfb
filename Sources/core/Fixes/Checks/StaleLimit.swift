/// The time without a fix after which a receiver is stale: five intervals, by the median of the
/// last ones, and at least 10 s.
package struct StaleLimit: Sendable {
    /// The least limit in seconds, also used when no interval is known.
    package static let least_s = 10.0
    /// The number of consecutive missing fixes after which a receiver has no position.
    private static let intervals = 5.0
    /// Intervals up to this one do not raise the limit above the least.
    private static let short_ns = Int64(least_s / intervals * 1e9)

    /// The last intervals. When all are short, further short intervals are not stored.
    private var recent = RecentIntervals()
    /// The number of consecutive short intervals up to the latest.
    private var shortOnes = 0
    /// The seconds without an accepted fix after which the source is stale.
    private(set) var seconds = least_s

    /// Adds an interval in nanoseconds. An interval of 0 is ignored because it does not predict the
    /// next one.
    mutating func add(_ interval_ns: Int64) {
        guard interval_ns > 0 else { return }
        if shortOnes >= RecentIntervals.capacity, interval_ns <= Self.short_ns { return }
        shortOnes = interval_ns <= Self.short_ns ? shortOnes + 1 : 0
        guard recent.add(interval_ns) else { return }
        seconds = max(Self.least_s, Self.intervals * (Double(recent.median_ns) / 1e9))
    }
}

/// The time without a fix after which a device that reports as JSON lines is stale. Such a device
/// reports at different intervals while it moves and at rest, and seldom at rest.
struct DeviceStaleLimit: Sendable {
    /// The limit in seconds until some intervals are known, and the least limit for a device at
    /// rest.
    private static let first_s = 60.0
    private static let known = 5
    /// The factor of the longest interval at rest after which a device at rest has no position.
    private static let restShare = 1.5
    private static let intervals = 5.0

    private var moving = RecentIntervals()
    private var resting = RecentIntervals()
    private var count = 0
    /// The seconds without a fix after which the states are unknown, for a moving device and for
    /// one at rest.
    private(set) var moving_s = first_s
    private(set) var resting_s = first_s

    /// Adds an interval in nanoseconds. An interval in motion discards those at rest.
    mutating func add(_ interval_ns: Int64, beganAtRest: Bool) {
        guard interval_ns > 0 else { return }
        count += 1
        let isChange: Bool
        if beganAtRest {
            isChange = resting.add(interval_ns)
        } else {
            isChange = moving.add(interval_ns) || !resting.isEmpty
            resting = RecentIntervals()
        }
        guard isChange || count == Self.known, count >= Self.known else { return }
        resting_s = max(Self.first_s, Self.restShare * (Double(resting.longest_ns) / 1e9))
        guard !moving.isEmpty else { return }
        moving_s = max(StaleLimit.least_s, Self.intervals * (Double(moving.median_ns) / 1e9))
    }
}

/// The last intervals between fixes.
private struct RecentIntervals: Sendable {
    /// Enough that a few gaps do not change the median, and few enough to follow a change of rate.
    static let capacity = 9

    private var intervals_ns = InlineArray<9, Int64>(repeating: 0)
    private var count = 0
    private var oldest = 0

    var isEmpty: Bool { count == 0 }

    /// Adds an interval; returns false when it replaces one of the same length.
    mutating func add(_ interval_ns: Int64) -> Bool {
        let isSame = count == Self.capacity && intervals_ns[oldest] == interval_ns
        intervals_ns[oldest] = interval_ns
        oldest = oldest + 1 == Self.capacity ? 0 : oldest + 1
        count = min(count + 1, Self.capacity)
        return !isSame
    }

    /// The longest interval; 0 without any.
    var longest_ns: Int64 {
        var longest_ns: Int64 = 0
        for place in 0..<count { longest_ns = max(longest_ns, intervals_ns[place]) }
        return longest_ns
    }

    /// The median; with an even count the shorter of the middle two, so that one gap among the
    /// first two intervals does not set a long limit. Calculated by insertion into an ordered copy.
    var median_ns: Int64 {
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
