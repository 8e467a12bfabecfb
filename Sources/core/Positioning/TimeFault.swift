public import Chronology

/// A fault of the receiver's clock. Positions are still delivered.
public enum TimeFault: Hashable, Sendable {
    /// The time went back by more than two seconds.
    case backwards(from: UTCInstant, to: UTCInstant)
    /// The time is not trusted; reported when the doubt begins and when it changes.
    case untrusted(UTCInstant, TimeQuality.Doubt)
}
