public import Chronology

/// What a recording says, and when that arrives in the recording's own time.
public struct TimedReport: Hashable, Sendable {
    /// Virtual time since the first fix of the recording.
    public let at: BootInstant
    /// What is said.
    public let report: Report
}
