package import Chronology
package import Fixes
package import Geodesy

/// An event of a fence, with what its message can contain.
package protocol MessageEvent {
    /// `entered`, `exited` or `dwelled`.
    var type: String { get }
    /// The name of the monitor.
    var monitor: String { get }
    /// The name of the source of the monitor.
    var source: String { get }
    /// The id of the fence.
    var fence: String { get }
    var fenceName: String { get }
    /// The properties of the fence, as JSON text; nil when it has none.
    var properties: String? { get }
    /// The shape of the fence as drawn.
    var shape: Shape { get }
    /// The last fix at the time of the decision; nil without one.
    var update: LocationUpdate? { get }
    /// Further data of the source about that fix.
    var details: FixDetails? { get }
    /// When the event was decided, on the time scale of the source; nil when unknown.
    var decidedAt: UTCInstant? { get }
    /// The seed of random numbers, the same for the same event in every run, so that a replay gives
    /// the same bytes.
    var seed: UInt64 { get }
}

extension MessageEvent {
    /// The message for a monitor without a message of its own.
    package var standardSentence: String {
        "\(type.capitalizedFirst) \(fenceName) (monitor \(monitor))"
    }
}

extension String {
    /// The text with its first letter in upper case.
    var capitalizedFirst: String {
        prefix(1).uppercased() + dropFirst()
    }
}
