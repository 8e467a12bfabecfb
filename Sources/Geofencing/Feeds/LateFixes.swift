import Chronology

/// Fixes that were left out because they were older than the last accepted one, until that is told.
struct LateFixes: Sendable {
    /// One diagnostic a minute tells enough of fixes that come between others.
    private static let interval_s = 60.0

    private(set) var count = 0
    /// Seconds by which the last of them was behind.
    private(set) var age_s = 0.0
    private var toldAt: BootInstant?

    /// Takes note of one that is so many seconds behind.
    mutating func add(age_s: Double) {
        count += 1
        self.age_s = age_s
    }

    /// What is to be told at an accepted fix; nil for nothing.
    mutating func take(at now: BootInstant) -> (count: Int, age_s: Double)? {
        guard count > 0, toldAt.map({ now.seconds(since: $0) >= Self.interval_s }) ?? true else {
            return nil
        }
        defer { count = 0 }
        toldAt = now
        return (count, age_s)
    }
}
