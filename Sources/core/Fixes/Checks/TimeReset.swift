import Chronology
import Geodesy

/// Consecutive fixes that are out of order, but in order with each other. They decide whether
/// receiver time was reset.
///
/// After a reset, receiver time advances in step with the boot clock. Stored data of a device
/// arrives faster than that, and repeated data is recognized by times and places.
struct TimeReset: Sendable, Hashable {
    /// The number of fixes that are required. One or two late fixes are disorder on the line.
    static let fixes = 3
    /// The seconds that are required, because three fixes at 10 Hz take almost no time.
    static let seconds = 3.0
    /// The seconds after which a reset by JSON lines is accepted without a trusted wall clock.
    /// Their sender may repeat stored data, also in step.
    static let jsonSeconds = 60.0
    /// The seconds after which a reset is accepted whatever the clocks show.
    static let longest_s = 300.0
    /// The seconds within which two clocks agree.
    static let agreement_s = 60.0

    /// The comparison of the trusted wall clock with a reset.
    enum WallClock: Sendable, Hashable {
        /// The wall clock is not trusted.
        case unknown
        /// The wall clock agrees with the new time base.
        case agrees
        /// The wall clock agreed with the old time base and disagrees with the new one.
        case contradicts
        /// The wall clock agrees with neither time base.
        case disagrees
    }

    private var first: (time: UTCInstant, boot: BootInstant)
    private(set) var last: AcceptedFix
    private var count = 1
    /// The place of the first of these fixes that had been accepted before.
    private var knownPlace: Coordinate?
    /// Whether fixes that had been accepted before have more than one place.
    private var isRepetition = false

    /// Creates a run that begins with a fix; nil when the fix has no time.
    init?(_ fix: AcceptedFix, isKnown: Bool) {
        guard let time = fix.update.time else { return nil }
        first = (time, fix.boot)
        last = fix
        if isKnown { knownPlace = fix.update.position }
    }

    /// Adds the next fix that is out of order, or starts over with it when it does not follow the
    /// others.
    ///
    /// - Parameters:
    ///   - isKnown: whether a fix of that time and place was accepted before.
    ///   - isReachable: whether the receiver can have moved there from `last`.
    ///   - pace: the seconds of receiver time in a second of boot time.
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

    /// Returns whether the reset of receiver time is accepted.
    ///
    /// - Parameter isJSON: whether the fixes arrive as JSON lines.
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
