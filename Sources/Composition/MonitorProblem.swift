/// Why a monitor, or fences of it, cannot be evaluated as configured.
public struct MonitorProblem: Sendable, Hashable, CustomStringConvertible {
    /// The monitor.
    public var monitor: String
    /// What is wrong and what to do, one sentence.
    public var reason: String

    /// `monitor NAME: REASON`.
    public var description: String { "monitor \(monitor): \(reason)" }
}
