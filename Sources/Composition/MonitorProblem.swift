/// What keeps a monitor, or fences of it, from being judged as configured.
public struct MonitorProblem: Sendable, Hashable, CustomStringConvertible {
    /// The monitor.
    public var monitor: String
    /// What is wrong and what to do, in a sentence.
    public var reason: String

    /// `monitor NAME: REASON`.
    public var description: String { "monitor \(monitor): \(reason)" }
}
