import Testing

@testable import SystemServices
@testable import Systemd

@Suite struct JournalTests {
    let entry = JournalEntry(
        .notice, "entered Rose garden\nat noon", messageID: "5f1e0000000000000000000000000001",
        fields: [.init("GEOFENCE_FENCE", "roses"), .init("GEOFENCE_JSON", "{}")])

    @Test func entryCarriesEveryField() {
        #expect(
            Journal.assignments(entry) == [
                "MESSAGE=entered Rose garden\nat noon", "PRIORITY=5",
                "SYSLOG_IDENTIFIER=geofenced", "MESSAGE_ID=5f1e0000000000000000000000000001",
                "GEOFENCE_FENCE=roses", "GEOFENCE_JSON={}",
            ])
    }

    @Test func entryIsOneLineWithoutAJournal() {
        #expect(
            Journal.line(entry)
                == #"<5>entered Rose garden\nat noon GEOFENCE_FENCE=roses"# + "\n")
    }

    @Test func entryOnATerminalIsItsSentence() {
        #expect(Journal.plain(entry) == #"entered Rose garden\nat noon"# + "\n")
    }

    @Test func statusIsOneAssignment() {
        #expect(
            ServiceNotification.status("2 monitors\nREADY=1").text == "STATUS=2 monitors READY=1")
    }

    @Test(arguments: [
        ("0C5F-1e2d-3b4a59687786a5b4c3d2e1f0", "0c5f1e2d3b4a59687786a5b4c3d2e1f0"),
        ("none", nil),
    ])
    func bootIDIsParsed(text: String, expected: String?) {
        #expect(BootIdentity.normalized(text) == expected)
    }
}
