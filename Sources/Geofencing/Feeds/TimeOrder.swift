import Chronology

/// Where the time of a fix stands to that of the last accepted one.
enum TimeOrder: Sendable, Hashable {
    /// After it by that many seconds, by receiver time if both have it.
    case newer(seconds: Double)
    /// The same instant.
    case same
    /// Before it, or so far ahead that the clock must be wrong.
    case outOfLine

    /// A receiver that was off for a day knows a day more than the boot clock expects; beyond that
    /// its date is taken for wrong.
    static let farthestAhead_s = 86_400.0

    init(of update: LocationUpdate, at boot: BootInstant, after last: AcceptedFix) {
        let elapsed = boot.seconds(since: last.boot)
        guard let time = update.time, let lastTime = last.update.time else {
            self = .newer(seconds: max(0, elapsed))
            return
        }
        let seconds = time.seconds(since: lastTime)
        if seconds == 0 {
            self = .same
        } else if seconds < 0 || seconds - elapsed > Self.farthestAhead_s {
            self = .outOfLine
        } else {
            self = .newer(seconds: seconds)
        }
    }
}
