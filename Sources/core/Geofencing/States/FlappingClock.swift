import Chronology

/// Measures how long changes of a fence have been suppressed without a report.
struct FlappingClock: BitwiseCopyable, Sendable, Hashable {
    /// The last report or diagnostic.
    private var since: BootInstant
    private var lastChange: BootInstant
    private var inside_s = 0.0
    private var toggles = 0

    /// The content of a `flapping` diagnostic.
    struct Finding: Sendable, Hashable {
        var toggles: Int
        /// The fraction of the time since the last report that was spent inside, 0 to 1.
        var shareInside: Double
    }

    /// Starts with a report.
    init(since instant: BootInstant) {
        since = instant
        lastChange = instant
    }

    /// Records a suppressed change to `side`; returns a finding from `cap_s` seconds on.
    mutating func toggle(
        to side: FenceRecord.Side, at now: BootInstant, cap_s: Double
    ) -> Finding? {
        if side == .outside { inside_s += now.seconds(since: lastChange) }
        lastChange = now
        toggles += 1
        let elapsed = now.seconds(since: since)
        guard elapsed >= cap_s, elapsed > 0 else { return nil }
        let finding = Finding(toggles: toggles, shareInside: inside_s / elapsed)
        self = FlappingClock(since: now)
        return finding
    }
}
