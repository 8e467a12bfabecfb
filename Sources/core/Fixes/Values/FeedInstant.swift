/// An instant on the clock of one source: the sum of the intervals between its accepted fixes.
///
/// An interval is taken from receiver time when both fixes have it, else from the boot clock. So
/// the clock never runs backwards, and the latency of the line does not disturb it. If the date
/// of a receiver repeatedly jumps ahead and is reset, the sum can exceed 64 bits. The sum then
/// wraps around, and intervals remain correct.
package struct FeedInstant: BitwiseCopyable, Sendable, Hashable, Comparable {
    /// The nanoseconds since the first accepted fix.
    var nanoseconds: Int64

    /// Creates an instant that many nanoseconds after the first accepted fix.
    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    package static func < (left: FeedInstant, right: FeedInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Returns the instant `interval_ns` nanoseconds later.
    func advanced(by_ns interval_ns: Int64) -> FeedInstant {
        FeedInstant(nanoseconds: nanoseconds &+ interval_ns)
    }

    /// Returns the seconds from `earlier` to this instant.
    package func seconds(since earlier: FeedInstant) -> Double {
        Double(nanoseconds &- earlier.nanoseconds) / 1e9
    }
}
