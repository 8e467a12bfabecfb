import Chronology

/// Asks for the system time, which is known once the network has set the clock: at boot a receiver is
/// often opened before that.
struct ClockInquiry {
    /// Short enough for a user that waits for dates; the inquiry only asks the file system.
    private static let period_s = 10.0

    private let ask: () -> UTCInstant?
    private var hasAnswer = false
    private var next = BootInstant(nanoseconds: 0)

    /// An inquiry that has not been made. `ask` gives nil while the clock cannot be trusted.
    init(_ ask: @escaping () -> UTCInstant?) {
        self.ask = ask
    }

    /// The answer now.
    mutating func begin(at now: BootInstant) -> UTCInstant? {
        next = now.advanced(bySeconds: Self.period_s)
        let answer = ask()
        hasAnswer = answer != nil
        return answer
    }

    /// The answer for a fix, when there was none before; nil when nothing has changed. A fix with a date
    /// asks too: its date may be 1024 weeks off, which only the system time shows.
    mutating func renew(at now: BootInstant) -> UTCInstant? {
        guard !hasAnswer, now >= next else { return nil }
        return begin(at: now)
    }
}
