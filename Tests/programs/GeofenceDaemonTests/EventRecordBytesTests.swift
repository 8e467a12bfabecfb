import Chronology
import ControlProtocol
import Testing

@testable import EventStore
@testable import GeofenceDaemon

@Suite struct EventRecordBytesTests {
    /// A record whose free texts look like the places that are filled in.
    static func payload(_ type: EventType) -> [UInt8] {
        var record = EventRecord(seq: 0, event_id: ":0", type: type.rawValue)
        record.emitted_at = ""
        record.message = #""seq":0,"event_id":":0","emitted_at":"","distance_m":"#
        record.actions = [#""distance_m":"#]
        record.properties = RawJSON(
            checked: Array(#"{"seq":0,"event_id":":0","a":1.0}"#.utf8))
        return Wire.line(record)
    }

    @Test(arguments: [EventType.entered, .sourceChanged], [nil, "truck \"7\""])
    func completesWhatOnlyTheStoreKnows(type: EventType, device: String?) throws {
        let stored = StoredEvent(
            seq: 42, committed_ns: 1_777_741_200_123_000_000,
            event: NewEvent(
                type: type.rawValue, boot_ns: 0, payload: PackedRecord.pack(Self.payload(type))))
        let line = EventRecordBytes.complete(stored, "00000000000000ab", device: device)
        let record = try Wire.value(EventRecord.self, from: line)
        var expected = try Wire.value(EventRecord.self, from: Self.payload(type))
        #expect(record.properties == expected.properties)
        expected.properties = RawJSON(checked: Array(#"{"seq":0,"event_id":":0","a":1.0}"#.utf8))
        expected.seq = 42
        expected.device = device
        expected.event_id = "00000000000000ab:42"
        expected.emitted_at = "2026-05-02T17:00:00.123Z"
        #expect(line == Wire.line(expected), "completed bytes are the bytes of the whole record")
    }

    @Test(arguments: [
        [1, 2, 3],
        // Records without a checksum that no reader could read, or that are numbered already.
        Array(#"{"emitted_at":"","event_id":":0","seq":0,"type":"entered""#.utf8),
        Array(#"{"emitted_at":"","event_id":":0","seq":"0","type":"entered"}"#.utf8),
        Array(#"{"emitted_at":"","event_id":":0","seq":8,"type":"entered"}"#.utf8),
        Array(#"{"emitted_at":"","event_id":":1","seq":0,"type":"entered"}"#.utf8),
        Array(#"{"emitted_bt":"","event_id":":0","seq":0,"type":"entered"}"#.utf8),
        Array(#"{"emitted_at":"","event_id":":0","seq":0,"type":"ent"#.utf8) + [0xff, 34, 125],
    ])
    func ofADamagedRecordRemainsWhatTheLogKnows(payload: [UInt8]) throws {
        let stored = StoredEvent(
            seq: 7, committed_ns: 0,
            event: NewEvent(
                type: "entered", monitor: "m", fence: "f", visit: "v", boot_ns: 0,
                payload: payload))
        let line = EventRecordBytes.complete(stored, "00000000000000ab")
        let record = try Wire.value(EventRecord.self, from: line)
        #expect(record.seq == 7 && record.type == "entered" && record.fence == "f")
        #expect(record.event_id == "00000000000000ab:7")
        #expect(record.message?.contains("damaged") == true)
    }
}
