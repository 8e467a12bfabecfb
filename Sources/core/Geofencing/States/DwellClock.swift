import Chronology

/// Measures how long the receiver has dwelled. The clock runs from the crossing on and stops
/// while there is no evidence.
struct DwellClock: BitwiseCopyable, Sendable, Hashable {
    /// Seconds of completed runs.
    private(set) var dwelt_s: Double
    /// When the present run began; nil while the clock is stopped.
    private(set) var runningSince: BootInstant?
    /// The dwell events sent for this visit, including overdue ones that were merged into one
    /// event.
    private(set) var sent: Int

    /// Creates a clock that has run since `instant`.
    init(runningSince instant: BootInstant) {
        dwelt_s = 0
        runningSince = instant
        sent = 0
    }

    /// Creates a stopped clock with the count of an earlier run.
    init(dwelt_s: Double, sent: Int) {
        self.dwelt_s = dwelt_s
        self.sent = sent
        runningSince = nil
    }

    /// Whether the clock is running.
    var isRunning: Bool { runningSince != nil }

    /// Returns the seconds dwelled until `now`.
    func seconds(at now: BootInstant) -> Double {
        dwelt_s + (runningSince.map { max(0, now.seconds(since: $0)) } ?? 0)
    }

    /// Stops the clock as of `instant`.
    mutating func pause(at instant: BootInstant) {
        dwelt_s = seconds(at: instant)
        runningSince = nil
    }

    /// Starts the clock again if it is stopped.
    mutating func resume(at now: BootInstant) {
        if runningSince == nil { runningSince = now }
    }

    /// Counts the dwell event sent at `now`. Repeats that became overdue while an enter was
    /// suppressed for long are merged into this event.
    mutating func countEvent(at now: BootInstant, dwell_s: Double, repeat_s: Double?) {
        sent += 1
        guard let repeat_s else { return }
        // A deadline is rounded to nanoseconds.
        let beyond_s = seconds(at: now) - dwell_s + 1e-6
        sent = max(sent, 1 + Int(beyond_s / repeat_s))
    }

    /// Returns the deadline of the next dwell event; nil without one, and for a stopped clock.
    func deadline(dwell_s: Double, repeat_s: Double?) -> BootInstant? {
        guard let runningSince else { return nil }
        let target: Double
        if sent == 0 {
            target = dwell_s
        } else if let repeat_s {
            target = dwell_s + Double(sent) * repeat_s
        } else {
            return nil
        }
        let left_s = target - dwelt_s
        return left_s < Self.longest_s ? runningSince.advanced(bySeconds: left_s) : nil
    }

    /// A century; later deadlines are ignored. After many repeats at a short interval, a longer
    /// interval would lead to an instant that the boot clock cannot hold.
    private static let longest_s = 3_155_760_000.0
}
