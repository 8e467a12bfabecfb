import Chronology

/// The date that an instrument tells whose positions do not count, for a lead that tells none. It is taken
/// once: from then on the calendar runs by itself.
struct DateOfAnother {
    /// Nanoseconds that two clocks may be apart: local times are apart by quarters of an hour.
    private static let tolerance: Int64 = 450 * 1_000_000_000

    /// What was told last: a clock that stands still is soon of another day.
    private var last: UTCInstant?

    /// Dates the times of day that follow, unless they have a date that can be true.
    ///
    /// - Parameters:
    ///   - observation: what the other tells, with a date.
    ///   - timeOfLead: the lead's time of day; -1 unknown.
    @inline(never)
    mutating func take(
        _ observation: Observation, besides timeOfLead: Int64, calendar: inout ReceiverCalendar,
        doubts: TimeDoubt, at now: BootInstant
    ) {
        let timeOfDay = observation.timeOfDay
        let system = calendar.systemTime.time(at: now)
        if let known = calendar.time(at: now), isPossible(known, doubts, system) { return }
        guard timeOfDay >= 0, timeOfLead >= 0,
            let time = calendar.instant(date: observation.packedDate, timeOfDay: timeOfDay)
        else { return }
        let step = last.map { time.nanoseconds &- $0.nanoseconds } ?? Self.tolerance
        last = time
        guard step > 0, step <= Self.tolerance, isPossible(time, doubts, system),
            abs(SpokenMoment.nanoseconds(from: timeOfLead, to: timeOfDay)) <= Self.tolerance
        else { return }
        _ = calendar.anchor(date: observation.packedDate, timeOfDay: timeOfDay, at: now)
    }

    /// Whether a time can be true, by the system clock where that is known.
    private func isPossible(
        _ time: UTCInstant, _ doubts: TimeDoubt, _ system: UTCInstant?
    ) -> Bool {
        if let system, abs(time.nanoseconds &- system.nanoseconds) > Observation.nanosecondsPerDay {
            return false
        }
        return doubts.doubt(about: time, expected: nil, systemTime: system) == nil
    }
}
