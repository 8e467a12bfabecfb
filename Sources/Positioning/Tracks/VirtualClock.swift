import Chronology

/// The time of a replay: it begins at 0 and follows the times of the fixes, but never goes back.
///
/// A fix that repeats or falls behind the latest one takes no time: it came in beside it. Only when
/// several in a row go on from a time behind has the recording begun anew there.
struct VirtualClock {
    /// What a fix without time takes.
    static let nominalStep: Int64 = 1_000_000_000
    /// A longer step forward is a receiver that has found out the date, not a journey.
    static let longestStep: Int64 = 7 * 86_400 * 1_000_000_000
    /// No recording goes on for longer than a hundred years. One that claims to, because its times
    /// begin anew again and again, takes no more time then.
    static let longest: Int64 = 100 * 365 * 86_400 * 1_000_000_000
    /// So many fixes behind, each after the one before, are a new time base and not disorder.
    static let newBase = 3

    private(set) var now = BootInstant(nanoseconds: 0)
    private var latest: UTCInstant?
    private var behind: UTCInstant?
    private var behindCount = 0
    private var hasBegun = false

    /// The instant at which a fix arrives.
    mutating func arrive(_ fix: Fix) -> BootInstant {
        let step = step(to: fix.time ?? fix.timeOfDay_ns.map(nearest))
        if hasBegun { now = BootInstant(nanoseconds: min(Self.longest, now.nanoseconds + step)) }
        hasBegun = true
        return now
    }

    /// A time of day without a date, within half a day of the latest time: so it goes on past
    /// midnight. Before there is one any date will do, since only differences count.
    private func nearest(timeOfDay_ns: Int64) -> UTCInstant {
        ReceiverCalendar.nearest(timeOfDay: timeOfDay_ns, to: latest?.nanoseconds ?? timeOfDay_ns)
    }

    private mutating func step(to time: UTCInstant?) -> Int64 {
        guard let time else { return Self.nominalStep }
        guard let latest, time < latest else {
            defer { latest = time }
            behindCount = 0
            guard let latest else { return Self.nominalStep }
            let step = time.nanoseconds - latest.nanoseconds
            return step <= Self.longestStep ? step : Self.nominalStep
        }
        if let behind, behindCount > 0, time <= behind { behindCount = 0 }
        behind = time
        behindCount += 1
        guard behindCount == Self.newBase else { return 0 }
        self.latest = time
        behindCount = 0
        return Self.nominalStep
    }
}
