public import Chronology

/// What a receiver's clock did that a clock must not do. Positions are delivered all the same.
public enum TimeFault: Hashable, Sendable {
    /// The time went back by more than two seconds.
    case backwards(from: UTCInstant, to: UTCInstant)
    /// The time cannot be believed; reported when the doubt begins and when it changes.
    case untrusted(UTCInstant, TimeQuality.Doubt)
}
