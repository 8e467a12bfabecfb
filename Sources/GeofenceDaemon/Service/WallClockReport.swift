import Chronology
import Settings

/// Decides when the engine has to learn the offset of the wall clock, and whether the clock is trusted.
///
/// Asked with every fix, since only the times of fixes are compared with the wall clock: so a step of
/// the clock is known before the next fix is evaluated, and nothing wakes the machine for it.
struct WallClockReport {
    /// Often enough for trust that comes or goes; the question is one to the file system.
    private static let period_s = 10.0
    /// A change of the clock against the boot clock beyond which it is reported again: far below every limit
    /// of a check, and so far above what slewing does that it is seldom reported.
    private static let tolerance_ns: Int64 = 100_000_000

    private let trust: WallClockTrust
    /// Whether the network has set the clock.
    private let isSynchronized: () -> Bool
    private var isTrusted = false
    private var nextQuestion = BootInstant(nanoseconds: .min)
    /// What the engine knows.
    private var reported_ns: Int64?

    /// A report of which the engine knows nothing yet.
    init(_ trust: WallClockTrust, isSynchronized: @escaping () -> Bool) {
        self.trust = trust
        self.isSynchronized = isSynchronized
    }

    /// The offset of a clock that shows `wall` at `boot` against the boot clock, nanoseconds, where it has
    /// changed; `.some(nil)` when the clock is not trusted any more, nil for no change.
    mutating func change(_ wall: UTCInstant, at boot: BootInstant) -> Int64?? {
        if boot >= nextQuestion {
            nextQuestion = boot.advanced(bySeconds: Self.period_s)
            isTrusted =
                switch trust {
                case .auto: isSynchronized()
                case .trusted: true
                case .untrusted: false
                }
        }
        let offset_ns = isTrusted ? wall.nanoseconds - boot.nanoseconds : nil
        switch (reported_ns, offset_ns) {
        case (nil, nil): return nil
        case (let known?, let offset?) where abs(offset - known) <= Self.tolerance_ns: return nil
        case (_, _):
            reported_ns = offset_ns
            return .some(offset_ns)
        }
    }
}
