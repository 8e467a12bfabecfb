public import Chronology

/// Judges every fix against every fence of every started monitor.
///
/// A value: it reads no clock, waits for nothing and gives the same effects for the same inputs.
/// Each input is one uninterrupted step; its effects are to be performed in their order.
public struct Engine: Sendable {
    /// When timers are due; nil when none runs. Send `Input.tick` then.
    public var nextDeadline: BootInstant? { nil }

    /// An engine without monitors; `Input.configure` gives it some.
    public init() {}

    /// Takes one input and says what follows from it.
    ///
    /// - Parameters:
    ///   - input: what happened.
    ///   - now: when, on the boot clock; never earlier than in the call before.
    public mutating func handle(_ input: Input, at now: BootInstant) -> [Effect] {
        []
    }
}
