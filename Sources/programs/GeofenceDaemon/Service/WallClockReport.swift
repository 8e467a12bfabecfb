import Chronology
import Settings

/// Decides when the engine has to learn the offset of the wall clock, and whether the clock is trusted.
///
/// Called with every fix, because only the times of fixes are compared with the wall clock: so a step of the
/// clock is known before the next fix is evaluated, and no timer wakes the machine for it.
struct WallClockReport {
    /// The seconds between checks of the trust, which may come or go; a check asks only the file system.
    private static let period_s = 10.0
    /// The least change of the offset that is reported again: far below every limit of a check, and so far
    /// above the effect of slewing that reports are rare.
    private static let tolerance_ns: Int64 = 100_000_000

    private let trust: WallClockTrust
    /// Whether the network has set the clock.
    private let isSynchronized: () -> Bool
    private var isTrusted = false
    private var nextQuestion = BootInstant(nanoseconds: .min)
    /// The offset that was reported to the engine; nil for none.
    private var reported_ns: Int64?

    /// Creates a report for an engine that has no offset.
    init(_ trust: WallClockTrust, isSynchronized: @escaping () -> Bool) {
        self.trust = trust
        self.isSynchronized = isSynchronized
    }

    /// Returns the offset of `wall` from `boot` in nanoseconds, if it has changed by more than the
    /// tolerance; `.some(nil)` when the clock is no longer trusted, nil for no change.
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
