package import Chronology

/// The fixes that were refused because they were older than the last accepted one, until a
/// diagnostic reports them.
package struct LateFixes: Sendable {
    /// The shortest interval between two diagnostics, so that frequent late fixes cause at most one
    /// a minute.
    private static let interval_s = 60.0

    private(set) var count = 0
    /// The seconds by which the last of them was late.
    private(set) var age_s = 0.0
    private var reportedAt: BootInstant?

    /// Adds a fix that is `age_s` seconds late.
    mutating func add(age_s: Double) {
        count += 1
        self.age_s = age_s
    }

    /// Returns the late fixes to report at an accepted fix and resets them; nil when none are due.
    package mutating func take(at now: BootInstant) -> (count: Int, age_s: Double)? {
        guard count > 0, reportedAt.map({ now.seconds(since: $0) >= Self.interval_s }) ?? true
        else {
            return nil
        }
        defer { count = 0 }
        reportedAt = now
        return (count, age_s)
    }
}
