/// An instant on the clock of one feed: the sum of the intervals between its accepted fixes.
///
/// An interval is taken from receiver time where both fixes have it, else from the boot clock. So
/// the clock never goes back, and the latency of the line does not shake it. A receiver whose dates
/// leap ahead and begin anew, over and over, makes the sum pass what 64 bits hold: it begins at the
/// other end then, and intervals stay right.
struct FeedInstant: Sendable, Hashable, Comparable {
    /// Nanoseconds since the first accepted fix.
    var nanoseconds: Int64

    static func < (left: FeedInstant, right: FeedInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// The instant so many nanoseconds later.
    func advanced(by_ns interval_ns: Int64) -> FeedInstant {
        FeedInstant(nanoseconds: nanoseconds &+ interval_ns)
    }

    /// Seconds from `earlier` to this instant.
    func seconds(since earlier: FeedInstant) -> Double {
        Double(nanoseconds &- earlier.nanoseconds) / 1e9
    }
}
