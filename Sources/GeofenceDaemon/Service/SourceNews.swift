import Chronology
import Positioning

/// Decides which changes of a source are worth an entry of the log: each state at most once a
/// minute, so that a receiver at the edge of its reception does not fill it.
struct SourceNews {
    private static let pause_s = 60.0

    private var told: [String: [SourceState: BootInstant]] = [:]
    private var last: [String: SourceState] = [:]

    /// Whether the state a source is in now is to be told.
    mutating func isWorthTelling(_ state: SourceState, of source: String, at now: BootInstant)
        -> Bool
    {
        guard state != .opening, last[source] != state else { return false }
        last[source] = state
        if let before = told[source]?[state], now.seconds(since: before) < Self.pause_s {
            return false
        }
        told[source, default: [:]][state] = now
        return true
    }
}
