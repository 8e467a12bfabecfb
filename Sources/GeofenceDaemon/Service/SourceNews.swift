import Chronology
import Positioning

/// Decides which changes of a source are worth an entry of the log: each state at most once a
/// minute, so that a receiver at the edge of its reception does not fill it. A state that is held
/// back for that and lasts is told when the minute is over, so that the last entry comes true.
struct SourceNews {
    private static let pause_s = 60.0

    private var told: [String: [SourceState: BootInstant]] = [:]
    /// The state that was told last.
    private var last: [String: SourceState] = [:]
    /// Until when the present state is held back.
    private var withheld: [String: BootInstant] = [:]

    /// Whether the state a source is in now is to be told.
    mutating func isWorthTelling(_ state: SourceState, of source: String, at now: BootInstant)
        -> Bool
    {
        withheld[source] = nil
        guard state != .opening, last[source] != state else { return false }
        if let before = told[source]?[state], now.seconds(since: before) < Self.pause_s {
            withheld[source] = before.advanced(bySeconds: Self.pause_s)
            return false
        }
        told[source, default: [:]][state] = now
        last[source] = state
        return true
    }

    /// When the next state that is held back may be told; nil when none is.
    var nextDeadline: BootInstant? { withheld.values.min() }

    /// The sources whose state has been held back until now, each once, in order.
    mutating func takeDue(at now: BootInstant) -> [String] {
        let due = withheld.filter { $0.value <= now }.keys.sorted()
        for source in due { withheld[source] = nil }
        return due
    }
}
