internal import ControlProtocol

/// Sources as text for people.
enum SourceTable {
    /// Returns a row per source, then messages.
    static func text(_ sources: [SourceRecord], units: Units) -> String {
        var text = rows(sources, units: units)
        for source in sources where source.code != nil {
            text += "! \(printable(source.name)): \(printable(source.message ?? source.state))\n"
        }
        return text + remarks(on: sources)
    }

    /// Returns one line for each remark.
    static func remarks(on sources: [SourceRecord]) -> String {
        var text = ""
        for source in sources {
            for remark in source.remarks ?? [] {
                text += "! \(printable(source.name)): \(printable(remark.message))\n"
            }
        }
        return text
    }

    /// Returns one row for each source.
    static func rows(_ sources: [SourceRecord], units: Units) -> String {
        var table = Table([
            ("SOURCE", .left), ("TYPE", .left), ("STATE", .left), ("RATE", .right),
            ("LAST FIX", .right), ("SATELLITES", .right), ("ACCURACY 95 %", .right),
            ("DEVICE", .left),
        ])
        for source in sources {
            table.add([
                source.name, source.type, source.state,
                source.rate_hz.map { decimal($0, 1) + " Hz" } ?? "-",
                source.last_fix?.age_s.map { TimeText.span($0) + " ago" } ?? "-",
                satellites(source) ?? "-", units.length(source.accuracy_m), source.device ?? "-",
            ])
        }
        return table.text(otherwise: "No sources are configured.")
    }

    /// Returns one source with its counters.
    static func detail(_ source: SourceRecord, units: Units) -> String {
        var listing = Listing()
        listing.add("Source", "\(source.name) (\(source.type))")
        listing.add("State", source.state + (source.code.map { " (\($0))" } ?? ""))
        listing.add("Since", source.since.map { TimeText.seconds($0) })
        listing.add("Message", source.message)
        listing.add("Device", source.device)
        listing.add("Held by", source.holder)
        listing.add("Detail", source.detail)
        listing.add("Speed", source.baud.map { "\($0) baud" })
        listing.add("Rate", source.rate_hz.map { decimal($0, 1) + " Hz" })
        listing.add("Satellites", satellites(source))
        listing.add("Accuracy", source.accuracy_m.map { units.length($0) + " (95 %)" })
        if let fix = source.last_fix {
            listing.add(
                "Last fix",
                FixTable.place(fix) + " at "
                    + TimeText.seconds(fix.time, orArrival: fix.received_at))
            listing.add("HDOP", fix.hdop.map { decimal($0, 1) })
            listing.add("Heading", fix.heading_deg.map { FixTable.angle($0) })
            listing.add("Additional", FixTable.additional(fix).map(printable))
        }
        for remark in source.remarks ?? [] { listing.add(remark.code, remark.message) }
        for check in source.checks ?? [] where check.count > 0 {
            let last = check.last_at.map { ", last at " + TimeText.seconds($0) } ?? ""
            listing.add("check.\(check.name)", "\(check.count)\(last)")
        }
        for (name, count) in source.counters.sorted(by: { $0.key < $1.key }) {
            listing.add("count.\(name)", "\(count)")
        }
        return listing.text
    }

    private static func satellites(_ source: SourceRecord) -> String? {
        switch (source.satellites, source.satellites_in_view) {
        case (let used?, let seen?): return "\(used) of \(seen)"
        case (let used?, nil): return "\(used)"
        case (nil, let seen?): return "- of \(seen)"
        case (nil, nil): return nil
        }
    }
}

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
