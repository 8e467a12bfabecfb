import Geofencing
import TestSupport
import Testing

@testable import ControlProtocol

/// The manual of events describes all types, fields and notifications of the protocol, and no
/// others.
@Suite struct EventManualTests {
    private let manual: ManualPage

    init() throws { manual = try ManualPage("geofenced.events.7") }

    @Test(arguments: [
        ("TYPES", EventType.allCases.map(\.rawValue)),
        ("FIELDS", EventRecord.Key.allCases.map(\.rawValue)),
        ("NOTIFICATIONS", NotificationKind.allCases.map(\.rawValue)),
    ])
    func manualDescribesExactlyTheNamesOfTheProtocol(section: String, names: [String]) {
        let entries = manual.entries(of: section)
        #expect(entries.map(\.name).sorted() == names.sorted())
        for entry in entries { #expect(entry.text.count > 20, "\(entry.name): \(entry.text)") }
    }

    @Test func everyFieldHasItsUnit() {
        for entry in manual.entries(of: "FIELDS") {
            let unit = Self.units.first { entry.name.hasSuffix($0.ending) }?.unit
            let isTime = entry.name.hasSuffix("_at") || entry.name.hasSuffix("_time")
            #expect(entry.kind.hasPrefix(unit ?? (isTime ? "time" : "")), "\(entry.name)")
            #expect(!entry.kind.isEmpty, "\(entry.name)")
        }
    }

    @Test func everyCauseAndMethodIsExplained() {
        let fields = manual.entries(of: "FIELDS")
        let words =
            Transition.Cause.allCases.map { ("cause", $0.rawValue) }
            + Diagnostic.VisitEnd.allCases.map { ("cause", $0.rawValue) }
            + Transition.Method.allCases.map { ("method", $0.rawValue) }
        for (field, word) in words {
            let text = fields.first { $0.name == field }?.text ?? ""
            #expect(text.contains(#"\fI\#(word)\fR"#), "\(field) \(word)")
        }
    }

    /// The endings of field names, longer ones first, with the unit that starts the description.
    private static let units: [(ending: String, unit: String)] = [
        ("_mps", "metres per second"), ("_deg", "degrees"), ("lat", "degrees"), ("lon", "degrees"),
        ("_m", "metres"), ("_s", "seconds"),
    ]
}
