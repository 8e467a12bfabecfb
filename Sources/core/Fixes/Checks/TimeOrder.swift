import Chronology

/// The order of the time of a fix and that of the last accepted one.
enum TimeOrder: Sendable, Hashable {
    /// The fix is later by that many seconds, by receiver time if both fixes have it.
    case newer(seconds: Double)
    /// Both fixes have the same instant.
    case same
    /// The fix is earlier, or so far ahead that the clock must be wrong.
    case outOfLine

    /// The limit in seconds. A receiver whose date was wrong by a day may be a day ahead of the
    /// boot clock; beyond that its date counts as wrong.
    static let farthestAhead_s = 86_400.0

    /// Compares the time of a fix with that of the last accepted fix.
    ///
    /// - Parameters:
    ///   - time: the time of the fix.
    ///   - latest: the time of the latest accepted fix that had one.
    ///   - isOfLast: whether that fix is the last accepted one.
    ///   - sinceLatest_s: the seconds since that fix on the boot clock; nil when unknown, so that
    ///     the date is not doubted.
    ///   - sinceLast_s: the seconds since the last accepted fix on the boot clock; nil when
    ///     unknown.
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
