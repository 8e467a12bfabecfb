import Chronology
import Positioning

/// Decides which state changes of sources become events: each state at most once a minute, so that a
/// receiver at the edge of its reception does not fill the log. A suppressed state that persists is
/// reported when the minute is over, so that the last event has the present state.
struct SourceReports {
    private static let pause_s = 60.0

    private var reported: [String: [SourceHealth.State: BootInstant]] = [:]
    /// The last reported state of each source.
    private var last: [String: SourceHealth.State] = [:]
    /// The end of the suppression of the present state, by source.
    private var suppressed: [String: BootInstant] = [:]

    /// Decides whether the present state of a source is reported now.
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

    /// The earliest end of a suppression; nil when no state is suppressed.
    var nextDeadline: BootInstant? { suppressed.values.min() }

    /// Returns the sources with a suppression that has ended, in order of name, and removes them.
    mutating func takeDue(at now: BootInstant) -> [String] {
        let due = suppressed.filter { $0.value <= now }.keys.sorted()
        for source in due { suppressed[source] = nil }
        return due
    }
}
