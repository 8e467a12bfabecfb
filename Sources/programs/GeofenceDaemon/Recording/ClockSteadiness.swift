import Chronology
import Settings

/// Decides whether the age of a file may be computed from the system clock: only while the clock is trusted,
/// and has made no step for an hour. At the start of the daemon a step just before cannot be excluded.
struct ClockSteadiness {
    /// The seconds after a step in which the clock may make another one, such as back to the right time.
    private static let rest_s = 3600.0
    /// The least change of the offset from the boot clock that counts as a step, seconds: more than slewing
    /// makes up for between two questions, and less than the age of a file is known to.
    private static let step_s = 60.0

    private let trust: WallClockTrust
    /// Whether the network has set the clock.
    private let isSynchronized: () -> Bool
    private var offset_ns: Int64?
    private var steadySince: BootInstant?

    /// Creates a value for a clock that was not read yet.
    init(_ trust: WallClockTrust, isSynchronized: @escaping () -> Bool) {
        self.trust = trust
        self.isSynchronized = isSynchronized
    }

    /// Returns whether `wall` is reliable at the instant `at`, which must not be before the last one.
    mutating func isReliable(_ wall: UTCInstant, at: BootInstant) -> Bool {
        let now_ns = wall.nanoseconds &- at.nanoseconds
        let isStep = offset_ns.map { abs(Double(now_ns) - Double($0)) / 1e9 > Self.step_s } ?? true
        if isStep { steadySince = at }
        offset_ns = now_ns
        let isSteady = steadySince.map { at.seconds(since: $0) >= Self.rest_s } ?? false
        return switch trust {
        case .auto: isSteady && isSynchronized()
        case .trusted: isSteady
        case .untrusted: false
        }
    }
}
