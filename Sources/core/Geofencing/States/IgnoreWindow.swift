import Chronology

/// The time after a report during which confirmed changes of the fence are suppressed; each
/// suppressed change restarts it. A change exactly at the end of the window is reported.
enum IgnoreWindow: BitwiseCopyable, Sendable, Hashable {
    /// Changes are reported at once.
    case closed
    /// Changes before `until` are suppressed; from then on the window is over.
    case open(until: BootInstant)
    /// The window ended while the source was stale: the next fix that confirms the confirmed state
    /// reports it.
    case overdue

    /// Records a confirmed change; returns whether it may be reported now.
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

    /// Starts a window with a report.
    mutating func begin(at now: BootInstant, period_ns: Int64) {
        self = period_ns > 0 ? .open(until: now.advanced(by_ns: period_ns)) : .closed
    }

    /// Returns a period in nanoseconds, at most 9e18, so that it fits 64 bits. A negative period
    /// becomes 0; the settings do not allow one.
    static func period_ns(ofSeconds seconds: Double) -> Int64 {
        seconds > 0 ? Int64((min(seconds, 9e9) * 1e9).rounded()) : 0
    }

    /// Whether changes are suppressed. A window without a suppressed change ends without a timer,
    /// so only the instant counts.
    func suppresses(at now: BootInstant) -> Bool {
        switch self {
        case .closed: false
        case .open(let until): now < until
        case .overdue: true
        }
    }

    /// Returns the seconds until the window ends; nil when it is not open.
    func left_s(at now: BootInstant) -> Double? {
        if case .open(let until) = self, now < until { until.seconds(since: now) } else { nil }
    }

    /// The end of the window, open or over.
    var end: BootInstant? {
        if case .open(let until) = self { until } else { nil }
    }
}
