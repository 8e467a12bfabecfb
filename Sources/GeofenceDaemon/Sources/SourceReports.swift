import Chronology
import Positioning

/// Decides which changes of a source get an entry of the log: each state at most once a minute, so that
/// a receiver at the edge of its reception does not fill it. A state that is suppressed for that and
/// lasts is reported when the minute is over, so that the last entry is the present state.
struct SourceReports {
    private static let pause_s = 60.0

    private var reported: [String: [SourceHealth.State: BootInstant]] = [:]
    /// The state that was reported last.
    private var last: [String: SourceHealth.State] = [:]
    /// Until when the present state is suppressed.
    private var suppressed: [String: BootInstant] = [:]

    /// Whether the present state of a source is reported now.
    mutating func isDue(_ state: SourceHealth.State, of source: String, at now: BootInstant) -> Bool
    {
        suppressed[source] = nil
        guard state != .opening, last[source] != state else { return false }
        if let before = reported[source]?[state], now.seconds(since: before) < Self.pause_s {
            suppressed[source] = before.advanced(bySeconds: Self.pause_s)
            return false
        }
        reported[source, default: [:]][state] = now
        last[source] = state
        return true
    }

    /// When the next suppressed state may be reported; nil when there is none.
    var nextDeadline: BootInstant? { suppressed.values.min() }

    /// The sources whose state has been suppressed until now, each once, in order.
    mutating func takeDue(at now: BootInstant) -> [String] {
        let due = suppressed.filter { $0.value <= now }.keys.sorted()
        for source in due { suppressed[source] = nil }
        return due
    }
}
