import Chronology

/// The time after a report in which raw changes of the fence are held back, each of them making it
/// begin anew. The window is half-open: a change exactly at its end is reported.
enum IgnoreWindow: BitwiseCopyable, Sendable, Hashable {
    /// Changes are reported at once.
    case closed
    /// Changes before `until` are held back; from then on it is over.
    case open(until: BootInstant)
    /// The window ended while the feed was stale: the next fix that confirms the raw state reports
    /// it.
    case overdue

    /// Takes note of a raw change. True when it may be reported now.
    mutating func admitsChange(at now: BootInstant, period_ns: Int64) -> Bool {
        switch self {
        case .open(let until) where now < until:
            self = .open(until: now.advanced(by_ns: period_ns))
            return false
        case .open, .closed, .overdue:
            begin(at: now, period_ns: period_ns)
            return true
        }
    }

    /// Begins a window with a report.
    mutating func begin(at now: BootInstant, period_ns: Int64) {
        self = period_ns > 0 ? .open(until: now.advanced(by_ns: period_ns)) : .closed
    }

    /// A period in nanoseconds, of as many seconds as 64 bits can count at the most. One that is less
    /// than nothing is none: rules with it are refused.
    static func period_ns(ofSeconds seconds: Double) -> Int64 {
        seconds > 0 ? Int64((min(seconds, 9e9) * 1e9).rounded()) : 0
    }

    /// Whether changes are held back. A window that nothing was held back in ends without anybody
    /// looking: what counts is the instant.
    func holdsBack(at now: BootInstant) -> Bool {
        switch self {
        case .closed: false
        case .open(let until): now < until
        case .overdue: true
        }
    }

    /// Seconds before it ends; nil when it is not open.
    func left_s(at now: BootInstant) -> Double? {
        if case .open(let until) = self, now < until { until.seconds(since: now) } else { nil }
    }

    /// The end of the window, open or over.
    var end: BootInstant? {
        if case .open(let until) = self { until } else { nil }
    }
}
