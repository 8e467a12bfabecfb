/// The reason why a monitor, or some of its fences, cannot be evaluated as configured.
public struct MonitorProblem: Sendable, Hashable, CustomStringConvertible {
    /// The name of the monitor.
    public var monitor: String
    /// The problem and its remedy, in one sentence.
    public var reason: String

    /// `monitor NAME: REASON`.
    public var description: String { "monitor \(monitor): \(reason)" }
}
