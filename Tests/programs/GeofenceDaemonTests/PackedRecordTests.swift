import ControlProtocol
import TestSupport
import Testing

@testable import GeofenceDaemon

@Suite struct PackedRecordTests {
    /// The records of the wire as its golden lines have them.
    static func lines() throws -> [[UInt8]] {
        let folder = DataFolder.of("ControlProtocol")
        return try folder.names(endingIn: ".jsonl").flatMap(folder.lines)
            .filter { $0.first == UInt8(ascii: "{") }
    }

    @Test func everyRecordRoundTrips() throws {
        let lines = try Self.lines()
        #expect(lines.count > 10)
        for line in lines {
            let found = PackedRecord.unpack(PackedRecord.pack(line))
            #expect(found?.bytes == line && found?.isChecked == true)
        }
    }

    /// 100,000 events in 32 MiB are 335 bytes each, of which rows and columns take up to 110.
    @Test func usualRecordFitsTheDocumentedSize() {
        let usual = #"""
            {"accuracy_level":0.95,"accuracy_m":7.25,"actions":[],"altitude_m":18.4,\#
            "bracket":{"after":"2026-03-02T14:33:25.000Z","before":"2026-03-02T14:33:24.000Z"},\#
            "cause":null,"course_deg":271.5,"crossed_at":"2026-03-02T14:33:24.187Z",\#
            "crossed_at_error_s":1,"crossed_lat":52.458284595000904,"crossed_lon":9.7107484330738,\#
            "decided_at":"2026-03-02T14:33:25.000Z","deferred":false,"distance_m":3.9937513749903455,\#
            "emitted_at":"","entered_at":"2026-03-02T14:29:04.512Z","event_id":":0",\#
            "fence":"gravel-pit-north","fence_kind":"global","fence_name":"Gravel pit north",\#
            "fix_time":"2026-03-02T14:33:25.000Z","floor":null,"gap_s":null,"inferred":false,\#
            "initial":false,"jump":false,"lat":52.458278566666664,"late":false,\#
            "lon":9.71075733333333,"message":"Left Gravel pit north (monitor quarry)",\#
            "method":"linear","monitor":"quarry","properties":{"name":"Gravel pit north"},"seq":0,\#
            "source":"gps","speed_mps":8.2,"suppressed_toggles":0,"type":"exited",\#
            "visit":"db90a95da12757dd","why":"4 m outside, the threshold to exit is at 1.2 m"}
            """#
        #expect(PackedRecord.pack(Array(usual.utf8)).count < 225)
    }

    @Test func oversizedRecordIsLeftUnpacked() {
        // The store compares the unpacked size with its limit.
        let large = Array("{".utf8) + [UInt8](repeating: 32, count: 256 << 10)
        #expect(PackedRecord.pack(large) == large)
    }

    /// Logs hold records of earlier versions for months.
    @Test func recordsOfEarlierVersionsRoundTrip() {
        let line = Array(#"{"emitted_at":"","event_id":":0","message":"one","seq":0}"#.utf8)
        let packed = PackedRecord.pack(line)
        for earlier in [line, [1] + packed[1..<4] + packed[8...]] {
            let found = PackedRecord.unpack(earlier)
            #expect(found?.bytes == line && found?.isChecked == false)
        }
    }

    @Test func damageIsDetected() {
        let line = Array(#"{"emitted_at":"","event_id":":0","message":"one","seq":0}"#.utf8)
        let packed = PackedRecord.pack(line)
        #expect(packed != line)
        for count in 0..<packed.count {
            #expect(PackedRecord.unpack(Array(packed[..<count])) == nil)
        }
        for place in packed.indices {
            for bit in 0..<8 {
                var damaged = packed
                damaged[place] ^= 1 << UInt8(bit)
                // Some bits are unused: a record unpacked despite the damage must be the original.
                if let found = PackedRecord.unpack(damaged) { #expect(found.bytes == line) }
            }
        }
    }
}
