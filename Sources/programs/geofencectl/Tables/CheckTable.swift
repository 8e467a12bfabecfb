internal import ControlProtocol

/// The checks of one source, for output.
struct SourceExplanation: Codable {
    var source: String
    var state: String
    var message: String?
    var remarks: [SourceRecord.Remark]
    var checks: [SourceCheckRecord]

    init(_ record: SourceRecord) {
        source = record.name
        state = record.state
        message = record.message
        remarks = record.remarks ?? []
        checks = record.checks ?? []
    }
}

/// The checks of a source as text for people.
enum CheckTable {
    /// Returns one row for each check, then the remarks.
    static func text(_ explanation: SourceExplanation) -> String {
        var table = Table([
            ("CHECK", .left), ("IN FORCE", .right), ("KEY", .left), ("REFUSED", .right),
            ("LAST", .left),
        ])
        for check in explanation.checks {
            table.add([
                check.name, inForce(check), check.key ?? "-", "\(check.count)",
                check.last_at.map { TimeText.seconds($0) } ?? "-",
            ])
        }
        var text = table.text(
            otherwise: "The daemon is older than this program and does not report checks.")
        for check in explanation.checks {
            guard let remark = check.remark else { continue }
            text += "\(check.name): \(printable(remark))\n"
        }
        for remark in explanation.remarks { text += "! \(printable(remark.message))\n" }
        return text
    }

    /// Returns the number in force, or `on` or `off`.
    static func inForce(_ check: SourceCheckRecord) -> String {
        guard check.on else { return "off" }
        guard let number = check.number else { return "on" }
        let whole = number == number.rounded() && abs(number) < 1e15
        let figure = whole ? "\(Int64(number))" : decimal(number, 1)
        return check.unit.map { "\(figure) \($0)" } ?? figure
    }
}
