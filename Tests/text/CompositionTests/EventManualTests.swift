import Geofencing
import TestSupport
import Testing

@testable import ControlProtocol

/// The manual of events describes all types, fields and notifications of the protocol, and no
/// others.
@Suite struct EventManualTests {
    private let manual: String

    init() throws {
        manual = try DataFolder.package.text("etc/man/geofenced.events.7")
            .replacing(#"\-"#, with: "-")
    }

    @Test(arguments: [
        ("TYPES", EventType.allCases.map(\.rawValue)),
        ("FIELDS", EventRecord.Key.allCases.map(\.rawValue)),
        ("NOTIFICATIONS", NotificationKind.allCases.map(\.rawValue)),
    ])
    func manualDescribesExactlyTheNamesOfTheProtocol(section: String, names: [String]) {
        let entries = entries(of: section)
        #expect(entries.map(\.name).sorted() == names.sorted())
        for entry in entries { #expect(entry.text.count > 20, "\(entry.name): \(entry.text)") }
    }

    @Test func everyFieldHasItsUnit() {
        for entry in entries(of: "FIELDS") {
            let unit = Self.units.first { entry.name.hasSuffix($0.ending) }?.unit
            let isTime = entry.name.hasSuffix("_at") || entry.name.hasSuffix("_time")
            #expect(entry.kind.hasPrefix(unit ?? (isTime ? "time" : "")), "\(entry.name)")
            #expect(!entry.kind.isEmpty, "\(entry.name)")
        }
    }

    @Test func everyCauseAndMethodIsExplained() {
        let fields = entries(of: "FIELDS")
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

    private struct Entry {
        var name: String
        /// The text in brackets after the name.
        var kind: String
        var text: String
    }

    /// The tagged paragraphs of a section.
    private func entries(of section: String) -> [Entry] {
        let sections = manual.split(separator: "\n.SH ")
        guard let body = sections.first(where: { $0.hasPrefix(section + "\n") }) else { return [] }
        return body.split(separator: "\n.TP\n").dropFirst().map { paragraph in
            let lines = paragraph.split(separator: "\n")
            let head = lines[0].replacing(#"\fB"#, with: "").split(separator: #"\fR"#)
            let kind = head.dropFirst().first?.drop { $0 == " " || $0 == "(" } ?? ""
            return Entry(
                name: String(head[0]), kind: String(kind),
                text: lines.dropFirst().joined(separator: " "))
        }
    }
}
