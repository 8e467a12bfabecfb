import Fixes
import Positioning
import Testing

@testable import Geofencing

/// The manual of statuses describes all words of each kind, in their order, and no others.
@Suite struct StatusManualTests {
    @Test(arguments: [
        ("MONITORS", MonitorStatus.allCases.map(\.rawValue)),
        ("WARNINGS", MonitorWarning.Code.allCases.map(\.rawValue)),
        ("SOURCES", SourceHealth.State.allCases.map(\.rawValue)),
        ("REFUSED FIXES", FixRefusal.allCases.map(\.rawValue)),
        ("UNKNOWN STATES", UnknownReason.allCases.map(\.rawValue)),
    ])
    func manualDescribesExactlyTheWords(section: String, words: [String]) throws {
        let entries = try ManualPage("geofenced.status.7").entries(of: section)
        #expect(entries.map(\.name) == words)
        for entry in entries { #expect(entry.text.count > 15, "\(entry.name): \(entry.text)") }
    }
}
