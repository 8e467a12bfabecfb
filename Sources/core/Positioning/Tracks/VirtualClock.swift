import Chronology

/// The time of a replay: it starts at 0 and follows the times of the fixes, but never decreases.
///
/// For fixes in order it advances like receiver time. For a fix older than the latest one it
/// advances by the usual interval of the source, because a recording does not show arrivals.
struct VirtualClock {
    /// The step for a fix without time, in nanoseconds.
    static let nominalStep: Int64 = 1_000_000_000
    /// The longest step in nanoseconds, a year: a recording may pause for weeks. A longer step means
    /// that the receiver received the date.
    static let longestStep: Int64 = 366 * 86_400 * 1_000_000_000
    /// The maximum duration of a replay, a hundred years in nanoseconds. Beyond it, times that
    /// restart repeatedly add no more time.
    static let longest: Int64 = 100 * 365 * 86_400 * 1_000_000_000
    /// This many older fixes, over this time in nanoseconds and at the usual interval, are a new
    /// time base and not disorder. JSON lines, which may have been stored, need a longer time.
    private static let newBase = 3
    private static let newBaseSpan: Int64 = 3_000_000_000
    private static let newBaseSpanOfLines: Int64 = 60_000_000_000
    /// The number of intervals whose median is the usual interval.
    private static let intervalCount = 9

    private(set) var now = BootInstant(nanoseconds: 0)
    private var latest: Pair?
    private var intervals: [Int64] = []
    /// The first and the last of the older fixes since the latest one, and their number.
    private var older: (first: Pair, last: UTCInstant, count: Int)?
    private var hasBegun = false

    /// A receiver time and its arrival.
    private struct Pair {
        var time: UTCInstant
        var boot: BootInstant
    }

    /// Returns the instant at which a fix arrives.
    mutating func arrive(_ fix: Fix) -> BootInstant {
        let time = fix.time ?? fix.timeOfDay_ns.map { nearest(timeOfDay_ns: $0) }
        defer { hasBegun = true }
        guard let time else {
            if hasBegun { advance(by: Self.nominalStep) }
            return now
        }
        if let latest, time < latest.time {
            arriveOlder(time, isLine: fix.comesAsJSONLine)
        } else {
            arriveInOrder(time)
        }
        return now
    }

    /// Returns the instant of a time of day without a date, within half a day of the latest time,
    /// so that times continue after midnight. Without a latest time the date is arbitrary, because
    /// only differences are used. Times of day that jump ahead again and again start from here before
    /// the instants overflow.
    private mutating func nearest(timeOfDay_ns: Int64) -> UTCInstant {
        let time = ReceiverCalendar.nearest(
            timeOfDay: timeOfDay_ns, to: latest?.time.nanoseconds ?? timeOfDay_ns)
        guard time >= ReceiverCalendar.end else { return time }
        latest = nil
        return UTCInstant(nanoseconds: timeOfDay_ns)
    }

    private mutating func arriveInOrder(_ time: UTCInstant) {
        defer {
            latest = Pair(time: time, boot: now)
            older = nil
        }
        guard let latest else {
            if hasBegun { advance(by: Self.nominalStep) }
            return
        }
        let step = time.nanoseconds - latest.time.nanoseconds
        guard step <= Self.longestStep else { return advance(by: Self.nominalStep) }
        if step > 0 {
            if intervals.count == Self.intervalCount { intervals.removeFirst() }
            intervals.append(step)
        }
        let arrival = min(Self.longest, latest.boot.nanoseconds + step)
        now = max(now, BootInstant(nanoseconds: arrival))
    }

    private mutating func arriveOlder(_ time: UTCInstant, isLine: Bool) {
        let usual =
            intervals.isEmpty
            ? Self.nominalStep : intervals.sorted()[(intervals.count - 1) / 2]
        advance(by: usual)
        let pair = Pair(time: time, boot: now)
        guard let run = older, time > run.last, isInStep(pair, with: run.first) else {
            older = (pair, time, 1)
            return
        }
        older = (run.first, time, run.count + 1)
        let span = time.nanoseconds - run.first.time.nanoseconds
        guard run.count + 1 >= Self.newBase,
            span >= (isLine ? Self.newBaseSpanOfLines : Self.newBaseSpan)
        else { return }
        latest = pair
        older = nil
    }

    private func isInStep(_ pair: Pair, with first: Pair) -> Bool {
        let elapsed = pair.boot.nanoseconds - first.boot.nanoseconds
        let measured = pair.time.nanoseconds - first.time.nanoseconds
        return abs(measured - elapsed) <= max(Self.nominalStep, elapsed / 10)
    }

    private mutating func advance(by step: Int64) {
        now = BootInstant(nanoseconds: min(Self.longest, now.nanoseconds + step))
    }
}
