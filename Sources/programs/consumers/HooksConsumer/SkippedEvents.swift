internal import ControlProtocol

/// Logs the events that hooks skip because of their age: the first ones of a minute with a line each, the others as a
/// number, so that a long history does not fill the log.
struct SkippedEvents {
    /// Lines of a hook in a minute.
    private static let maximumLines = 10
    private static let period_s = 60.0

    private var counts: [String: Int] = [:]
    private var start_s = -Double.infinity

    /// Returns the line for a skipped event; nil when the event is only counted.
    mutating func line(_ hook: Hook, _ cursor: Cursor, age_s: Double) -> String? {
        counts[hook.name, default: 0] += 1
        guard counts[hook.name, default: 0] <= Self.maximumLines else { return nil }
        return "hook \(hook.name): skipped event \(cursor), which is \(Int(age_s)) s old "
            + "(max_age_s \(Int(hook.rules.maximumAge_s)))"
    }

    /// Returns, once a minute, the lines for the events that were only counted.
    mutating func summaries(now: Double) -> [String] {
        guard now - start_s >= Self.period_s else { return [] }
        start_s = now
        defer { counts = [:] }
        return counts.filter { $0.value > Self.maximumLines }.sorted { $0.key < $1.key }.map {
            "hook \($0.key): skipped \($0.value - Self.maximumLines) more events that are too old"
        }
    }
}
