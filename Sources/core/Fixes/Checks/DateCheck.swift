import Chronology

/// Checks the dates of a live source against the trusted wall clock and the build date.
struct DateCheck: Sendable {
    /// The result of the check for the time of a fix.
    enum Verdict: Sendable, Hashable {
        /// The time is valid.
        case isTime
        /// The place is used, without a time.
        case isNoTime
        /// The place is used, with the time of the wall clock.
        case isWallTime
        /// The fix is stored data, or its date is wrong: the fix is refused.
        case isRefused
    }

    private static let day_s = 86_400.0
    private static let year_s = 365.25 * day_s
    /// The duration after which the week counter of GPS wraps: 1,024 weeks.
    private static let era_s = 1024 * 7 * day_s
    /// The seconds of doubtful dates, in step with the boot clock, after which the places are used.
    private static let patience_s = 60.0
    private static let quarterHour_s = 900.0
    /// The possible offsets of time zones from UTC.
    private static let offsets_s = 900.0...50_400.0
    private static let offsetFixes = 10
    private static let offsetTolerance_s = 5.0

    /// The instant at which the first fix of the source arrived.
    private var begin: BootInstant?
    /// The first of the doubtful fixes that are in step with each other.
    private var doubt: (time: UTCInstant, boot: BootInstant)?
    private var offset: (quarters: Double, count: Int)?
    /// Whether the last date was not accepted.
    private(set) var isUntrusted = false

    /// The difference in seconds between the times and the wall clock when it equals the offset of
    /// a time zone; positive when the times are ahead.
    var zoneOffset_s: Double? {
        offset.flatMap { $0.count >= Self.offsetFixes ? $0.quarters * Self.quarterHour_s : nil }
    }

    /// Checks the time of a fix.
    ///
    /// - Parameters:
    ///   - wall: the time of the trusted wall clock; nil without one.
    ///   - built: the build date of the program; nil when dates are not checked against it.
    ///   - isJSON: whether the fix arrived as a JSON line, from a device that may have been offline
    ///     for days.
    mutating func verdict(
        _ time: UTCInstant, at boot: BootInstant, wall: UTCInstant?, built: UTCInstant?,
        isJSON: Bool
    ) -> Verdict {
        let verdict = comparison(time, at: boot, wall: wall, built: built, isJSON: isJSON)
        isUntrusted = verdict != .isTime
        if !isUntrusted { doubt = nil }
        return verdict
    }

    private mutating func comparison(
        _ time: UTCInstant, at boot: BootInstant, wall: UTCInstant?, built: UTCInstant?,
        isJSON: Bool
    ) -> Verdict {
        let begin = begin ?? boot
        self.begin = begin
        guard let wall else {
            guard let built else { return .isTime }
            let age_s = time.seconds(since: built)
            return age_s < 0 || age_s > 20 * Self.year_s ? .isNoTime : .isTime
        }
        let ahead_s = time.seconds(since: wall)
        noteOffset(ahead_s)
        if abs(ahead_s) <= Self.day_s { return .isTime }
        let eras = (ahead_s / Self.era_s).rounded()
        if eras != 0, abs(ahead_s - eras * Self.era_s) <= Self.day_s { return .isWallTime }
        // Data that a device stored while it was offline for days is old, but correct.
        if isJSON, ahead_s < 0, boot.seconds(since: begin) > Self.patience_s,
            built.map({ time >= $0 }) ?? true
        {
            return .isTime
        }
        guard let doubt, isInStep(time, boot, with: doubt) else {
            doubt = (time, boot)
            return .isRefused
        }
        return boot.seconds(since: doubt.boot) > Self.patience_s ? .isWallTime : .isRefused
    }

    private func isInStep(
        _ time: UTCInstant, _ boot: BootInstant, with doubt: (time: UTCInstant, boot: BootInstant)
    ) -> Bool {
        let elapsed_s = boot.seconds(since: doubt.boot)
        return abs(time.seconds(since: doubt.time) - elapsed_s) <= max(1, 0.1 * elapsed_s)
    }

    private mutating func noteOffset(_ ahead_s: Double) {
        let quarters = (ahead_s / Self.quarterHour_s).rounded()
        let size_s = abs(quarters) * Self.quarterHour_s
        guard Self.offsets_s.contains(size_s),
            abs(ahead_s - quarters * Self.quarterHour_s) <= Self.offsetTolerance_s
        else { return offset = nil }
        offset = (quarters, offset?.quarters == quarters ? (offset?.count ?? 0) + 1 : 1)
    }
}
