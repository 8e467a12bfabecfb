/// An instant on the clock of one feed: the sum of the intervals between its accepted fixes.
///
/// An interval is taken from receiver time where both fixes have it, else from the boot clock. So
/// the clock never goes back, and the latency of the line does not shake it.
struct FeedInstant: Sendable, Hashable, Comparable {
    /// Nanoseconds since the first accepted fix.
    var nanoseconds: Int64

    static func < (left: FeedInstant, right: FeedInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Seconds from `earlier` to this instant.
    func seconds(since earlier: FeedInstant) -> Double {
        Double(nanoseconds - earlier.nanoseconds) / 1e9
    }
}
