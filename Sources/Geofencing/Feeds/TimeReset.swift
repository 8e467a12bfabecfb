import Chronology
import Geodesy

/// Consecutive fixes that are out of order but in order with each other: whether receiver time was reset
/// is decided by them.
///
/// A receiver whose clock was reset goes on in step with the boot clock. What a device had stored comes
/// faster than that, and what was handed in before is known by its times and places.
struct TimeReset: Sendable, Hashable {
    /// A single late fix, or two, is disorder on the line.
    static let fixes = 3
    /// At 10 Hz three fixes are no time at all.
    static let seconds = 3.0
    /// Seconds after which fixes as JSON lines are believed without a trusted wall clock: what sends
    /// them may send again, and in step, what it had stored.
    static let jsonSeconds = 60.0
    /// Seconds after which no clock contradicts.
    static let longest_s = 300.0
    /// Seconds within which a clock agrees with another.
    static let agreement_s = 60.0

    /// What the trusted wall clock says of a reset.
    enum WallClock: Sendable, Hashable {
        /// It is not trusted.
        case unknown
        /// It agrees with the new time base.
        case agrees
        /// It agreed with the old one and not with the new one.
        case contradicts
        /// It agrees with neither.
        case disagrees
    }

    private var first: (time: UTCInstant, boot: BootInstant)
    private(set) var last: AcceptedFix
    private var count = 1
    /// The place of the first fix that was accepted before.
    private var knownPlace: Coordinate?
    /// Whether those lie at more than one place.
    private var isRepetition = false

    /// Begins with a fix that has a time.
    init?(_ fix: AcceptedFix, isKnown: Bool) {
        guard let time = fix.update.time else { return nil }
        first = (time, fix.boot)
        last = fix
        if isKnown { knownPlace = fix.update.position }
    }

    /// Takes the next fix that is out of order, and begins again with it where it does not go on.
    ///
    /// - Parameters:
    ///   - isKnown: whether a fix of that time and place was accepted before.
    ///   - isReachable: whether the receiver can have come there from `last`.
    ///   - pace: seconds of receiver time in a second of boot time.
    mutating func take(
        _ fix: AcceptedFix, isKnown: Bool, isReachable: Bool, pace: Double
    ) {
        guard let time = fix.update.time, let lastTime = last.update.time, time > lastTime,
            isReachable, isInStep(time, fix.boot, pace: pace)
        else {
            if let new = TimeReset(fix, isKnown: isKnown) { self = new }
            return
        }
        count += 1
        last = fix
        guard isKnown else { return }
        if let knownPlace, knownPlace != fix.update.position { isRepetition = true }
        knownPlace = knownPlace ?? fix.update.position
    }

    /// Whether receiver time is believed to have been reset.
    ///
    /// - Parameter isJSON: whether the fixes come as JSON lines.
    func isBelieved(isJSON: Bool, wallClock: WallClock) -> Bool {
        guard let time = last.update.time, count >= Self.fixes, !isRepetition,
            time.seconds(since: first.time) >= Self.seconds
        else { return false }
        let elapsed_s = last.boot.seconds(since: first.boot)
        if elapsed_s >= Self.longest_s { return true }
        switch wallClock {
        case .agrees: return true
        case .contradicts: return false
        case .disagrees: return !isJSON
        case .unknown: return !isJSON || elapsed_s >= Self.jsonSeconds
        }
    }

    /// Whether receiver time has advanced as boot time did, within 1 s or 10 % of the whole run.
    private func isInStep(_ time: UTCInstant, _ boot: BootInstant, pace: Double) -> Bool {
        let elapsed_s = boot.seconds(since: first.boot) * pace
        return abs(time.seconds(since: first.time) - elapsed_s) <= max(1, 0.1 * elapsed_s)
    }

    static func == (left: TimeReset, right: TimeReset) -> Bool {
        left.first == right.first && left.last == right.last && left.count == right.count
            && left.knownPlace == right.knownPlace && left.isRepetition == right.isRepetition
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(last)
        hasher.combine(count)
    }
}
