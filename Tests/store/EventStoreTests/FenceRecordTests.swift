import FoundationEssentials
import Geofencing
import Testing

@testable import EventStore

/// What versions with less to save have saved, and what they read.
struct FenceRecordTests {
    /// As it was saved before records said since when anything is unknown.
    private static let first = """
        {"dwellsSent":1,"dwelt_s":12.5,"enteredAt_ns":3,"fence":"home","fenceHash":18446744073709551615,
        "monitor":"m","raw":"outside","recordedAt_ns":9,"reported":"inside","suppressedToggles":1,
        "window_s":7}
        """

    @Test func recordsOfEarlierVersionsAreRead() throws {
        let record = try JSONDecoder().decode(FenceRecord.self, from: Data(Self.first.utf8))
        var expected = FenceRecord(
            monitor: "m", fence: "home", fenceHash: .max, reported: .inside, raw: .outside)
        (expected.window_s, expected.enteredAt_ns, expected.recordedAt_ns) = (7, 3, 9)
        (expected.dwelt_s, expected.dwellsSent, expected.suppressedToggles) = (12.5, 1, 1)
        #expect(record == expected)
        #expect(record.isInRange)
    }

    /// A record with nothing new to say is the one that it always was.
    @Test func unknownStateIsNotSaved() throws {
        let record = try JSONDecoder().decode(FenceRecord.self, from: Data(Self.first.utf8))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let bytes = try encoder.encode(record)
        #expect(String(decoding: bytes, as: UTF8.self) == Self.first.replacing("\n", with: ""))
    }

    /// One that a later version names otherwise is read, too; a number that no run can have saved
    /// spoils the record.
    @Test(arguments: [
        (#""latitude":52,"error_s":3"#, true), (#""latitude":-91,"error_s":3"#, false),
        (#""latitude":52,"error_s":1e300"#, false), (#""latitude":52,"boot_ns":3"#, true),
        (#""latitude":52,"boot_ns":-1"#, false),
    ])
    func suppressedChanges(numbers: String, isInRange: Bool) throws {
        let suppressed = """
            {"heldBack":{"isJump":false,"isLate":true,\(numbers),"longitude":4,"method":"later"},
            """
        let text = suppressed + Self.first.dropFirst()
        let record = try JSONDecoder().decode(FenceRecord.self, from: Data(text.utf8))
        #expect(record.suppressed?.isLate == true)
        #expect(record.isInRange == isInRange)
    }
}
