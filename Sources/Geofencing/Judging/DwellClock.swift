import Chronology

/// How long the receiver has stayed: runs from the crossing on, stands still while there is no
/// evidence.
struct DwellClock: BitwiseCopyable, Sendable, Hashable {
    /// Seconds of finished runs.
    private(set) var dwelt_s: Double
    /// When the present run began; nil while the clock stands still.
    private(set) var runningSince: BootInstant?
    /// Dwell events sent for this stay, and those that one event told together.
    private(set) var sent: Int

    /// A clock that has run since `instant`.
    init(runningSince instant: BootInstant) {
        dwelt_s = 0
        runningSince = instant
        sent = 0
    }

    /// A clock that stands still at what an earlier run had counted.
    init(dwelt_s: Double, sent: Int) {
        self.dwelt_s = dwelt_s
        self.sent = sent
        runningSince = nil
    }

    /// Whether it does not stand still.
    var isRunning: Bool { runningSince != nil }

    /// Seconds stayed until `now`.
    func seconds(at now: BootInstant) -> Double {
        dwelt_s + (runningSince.map { max(0, now.seconds(since: $0)) } ?? 0)
    }

    /// Stops the clock as of `instant`.
    mutating func pause(at instant: BootInstant) {
        dwelt_s = seconds(at: instant)
        runningSince = nil
    }

    /// Lets a stopped clock run again.
    mutating func resume(at now: BootInstant) {
        if runningSince == nil { runningSince = now }
    }

    /// Counts the dwell event told at `now`: repeats that are overdue with it, because an enter was
    /// held back for long, are told by this one.
    mutating func tell(at now: BootInstant, dwell_s: Double, repeat_s: Double?) {
        sent += 1
        guard let repeat_s else { return }
        // A deadline is rounded to nanoseconds.
        let beyond_s = seconds(at: now) - dwell_s + 1e-6
        sent = max(sent, 1 + Int(beyond_s / repeat_s))
    }

    /// When the next dwell event is due; nil when none is or the clock stands still.
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

    /// A century: nothing is due later. Many repeats told by a short interval come, where it is long
    /// now, to more than the boot clock holds.
    private static let longest_s = 3_155_760_000.0
}
