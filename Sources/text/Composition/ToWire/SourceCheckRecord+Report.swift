public import Chronology
public import ControlProtocol
public import Fixes

extension SourceCheckRecord {
    /// Converts a check to its public form; `wall` converts an instant to the system clock.
    public init(_ report: CheckReport, wall: (BootInstant) -> UTCInstant) {
        self.init(
            name: report.check.rawValue, on: report.isOn, key: report.key, count: report.count)
        number = report.isOn ? report.number : nil
        unit = number == nil ? nil : report.unit
        last_at = report.lastAt.map { wall($0).rfc3339 }
        remark = report.remark
    }
}
