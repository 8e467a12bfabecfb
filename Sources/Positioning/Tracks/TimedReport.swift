public import Chronology

/// A report of a recording with its arrival in the time of the recording.
public struct TimedReport: Hashable, Sendable {
    /// Virtual time since the first fix of the recording.
    public let at: BootInstant
    /// The report.
    public let report: Report
}
