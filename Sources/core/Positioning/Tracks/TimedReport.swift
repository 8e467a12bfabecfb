public import Chronology

/// A report of a recording and its arrival in the time of the recording.
public struct TimedReport: Hashable, Sendable {
    /// The virtual time since the first fix of the recording.
    public let at: BootInstant
    /// The report.
    public let report: Report
}
