import TestSupport
import Testing

@testable import Chronology

/// Zone files give the same results as in Python; damaged ones give none.
struct ZoneFileTests {
    private static let folder = DataFolder.of("Chronology")

    /// Its file lists changes until 2087.
    static var casablanca: ZoneRule? {
        get throws {
            ZoneRule(zoneFile: try folder.bytes("casablanca.tzif"), name: "Africa/Casablanca")
        }
    }

    /// A file without a table.
    private static func file(_ footer: String) -> [UInt8] {
        let block = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 39)
        return block + block + Array("\n\(footer)\n".utf8)
    }

    @Test func listedChangesEqualThoseOfPython() throws {
        let zone = try #require(try Self.casablanca)
        for line in try Self.folder.text("listed-offsets.txt").split(separator: "\n") {
            let fields = line.split(separator: " ").map(String.init)
            let instant = try #require(UTCInstant(rfc3339: fields[0]))
            #expect("\(zone.offset_s(at: instant))" == fields[1], "\(line)")
        }
    }

    @Test func footerAppliesAfterTheTable() throws {
        let file = Self.file("CET-1CEST,M3.5.0,M10.5.0/3")
        let zone = ZoneRule(zoneFile: file, name: "Europe/Berlin")
        #expect(zone?.name == "Europe/Berlin")
        #expect(zone?.standard_s == 3600)
        #expect(zone?.summer?.offset_s == 7200)
    }

    @Test func otherBytesAreRefused() {
        let good = Self.file("CET-1")
        // The second has the version with one block and no footer.
        for bytes in [[], Array(good[..<44]), Array(good.dropFirst()), Self.file("no rule")] {
            #expect(ZoneRule(zoneFile: bytes, name: "x") == nil)
        }
    }

    /// Truncated or changed bytes give a rule or none, and never a trap.
    @Test func damagedZoneFileDoesNotTrap() throws {
        let whole = try Self.folder.bytes("casablanca.tzif")
        for end in whole.indices {
            #expect(ZoneRule(zoneFile: Array(whole[..<end]), name: "x") == nil)
        }
        let noon = UTCInstant(nanoseconds: 1_795_262_400_000_000_000)
        for index in whole.indices {
            var bytes = whole
            bytes[index] ^= 0xFF
            _ = ZoneRule(zoneFile: bytes, name: "x")?.offset_s(at: noon)
        }
    }
}
