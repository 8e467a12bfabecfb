import Chronology

/// Asks for the system time. It is unknown until the network has set the clock; at boot a receiver is
/// often opened before that.
struct ClockInquiry {
    /// The seconds between inquiries. Short: users wait for dates, and only the file system is asked.
    private static let period_s = 10.0

    private let ask: () -> UTCInstant?
    private var hasAnswer = false
    private var next = BootInstant(nanoseconds: 0)

    /// Creates an inquiry. `ask` returns nil while the clock cannot be trusted.
    init(_ ask: @escaping () -> UTCInstant?) {
        self.ask = ask
    }

    /// Asks now and returns the answer.
    mutating func begin(at now: BootInstant) -> UTCInstant? {
        next = now.advanced(bySeconds: Self.period_s)
        let answer = ask()
        hasAnswer = answer != nil
        return answer
    }

    /// Asks again at a fix while there is no answer; returns nil when nothing has changed. A fix with a
    /// date asks as well: its date may be off by 1024 weeks, which only the system time shows.
    mutating func renew(at now: BootInstant) -> UTCInstant? {
        guard !hasAnswer, now >= next else { return nil }
        return begin(at: now)
    }
}
