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

    /// - Parameter elapsed_s: seconds between the two on the boot clock; nil where it cannot tell, and
    ///   so gives no reason to doubt a date either.
    init(of update: LocationUpdate, after last: AcceptedFix, elapsed_s: Double?) {
        guard let time = update.time, let lastTime = last.update.time else {
            self = .newer(seconds: max(0, elapsed_s ?? 0))
            return
        }
        let seconds = time.seconds(since: lastTime)
        if seconds == 0 {
            self = .same
        } else if seconds < 0 || seconds - (elapsed_s ?? seconds) > Self.farthestAhead_s {
            self = .outOfLine
        } else {
            self = .newer(seconds: seconds)
        }
    }
}
