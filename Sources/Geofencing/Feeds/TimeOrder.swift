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

    /// - Parameters:
    ///   - time: of the fix.
    ///   - latest: of the last accepted fix that had one.
    ///   - isOfLast: whether that is the last accepted fix.
    ///   - sinceLatest_s: seconds since that one on the boot clock, and since the last fix; nil where it
    ///     cannot tell, and so gives no reason to doubt a date either.
    init(
        of time: UTCInstant?, after latest: UTCInstant?, isOfLast: Bool, sinceLatest_s: Double?,
        sinceLast_s: Double?
    ) {
        let elapsed_s = max(0, sinceLast_s ?? 0)
        guard let time, let latest else {
            self = .newer(seconds: elapsed_s)
            return
        }
        let seconds = time.seconds(since: latest)
        if isOfLast, seconds == 0 {
            self = .same
        } else if seconds < 0 || seconds - (sinceLatest_s ?? seconds) > Self.farthestAhead_s {
            self = .outOfLine
        } else {
            self = .newer(seconds: isOfLast ? seconds : elapsed_s)
        }
    }
}
