import Chronology
import ControlProtocol
import EventStore

/// The bytes of the JSON record of an event. The record is encoded once, when the event happens. Its
/// number and the time of its commit are filled in when it is read.
enum EventRecordBytes {
    /// The placeholders in a record, as the encoder writes them. A quotation mark inside a text is always
    /// escaped, so no text contains a placeholder.
    private static let emptyTime = Array(#""emitted_at":"""#.utf8)
    private static let emptyID = Array(#""event_id":":0""#.utf8)
    private static let emptySeq = Array(#""seq":0,"#.utf8)

    /// The keys that can follow the key `device`, in order. Every record has the last one.
    private static let behindDevice = [Array(#""distance_m":"#.utf8), emptyTime]

    /// Returns the record with its number, id, time of commit and the device whose log it is. For a
    /// record that the disk has damaged, returns one with the fields that the log stores separately.
    static func complete(
        _ stored: StoredEvent, _ epoch: String, device: String? = nil
    ) -> [UInt8] {
        let time = UTCInstant(nanoseconds: stored.committed_ns).rfc3339
        var record = record(of: stored.event) ?? remains(of: stored.event)
        // From back to front, so that positions found before stay valid. Keys are sorted, and the text
        // that clients choose freely (`properties`) lies between `event_id` and `seq`.
        put("\"seq\":\(stored.seq),", for: emptySeq, fromEnd: true, in: &record)
        put("\"event_id\":\"\(epoch):\(stored.seq)\"", for: emptyID, fromEnd: false, in: &record)
        if let device, let place = place(ofDeviceIn: record) {
            record.insert(
                contentsOf: Array(#""device":"#.utf8) + Wire.line(device) + Array(",".utf8),
                at: place)
        }
        put("\"emitted_at\":\"\(time)\"", for: emptyTime, fromEnd: false, in: &record)
        return record
    }

    /// Returns the stored record; nil when it is damaged. A record without a checksum must at least be
    /// readable and have its placeholders.
    private static func record(of event: NewEvent) -> [UInt8]? {
        guard let record = PackedRecord.unpack(event.payload) else { return nil }
        if record.isChecked { return record.bytes }
        guard let read = try? EventRecord(withoutPropertiesOf: record.bytes), read.seq == 0,
            read.event_id == Cursor.unknown.description, read.emitted_at == ""
        else { return nil }
        return record.bytes
    }

    private static func remains(of event: NewEvent) -> [UInt8] {
        var record = EventRecord(seq: 0, event_id: Cursor.unknown.description, type: event.type)
        record.monitor = event.monitor
        record.fence = event.fence
        record.visit = event.visit
        record.emitted_at = ""
        record.message = "the record of this event is damaged on the disk"
        return Wire.line(record)
    }

    private static func place(ofDeviceIn record: [UInt8]) -> Int? {
        behindDevice.lazy.compactMap { start(of: $0, in: record) }.first
    }

    private static func put(
        _ text: String, for place: [UInt8], fromEnd: Bool, in record: inout [UInt8]
    ) {
        guard let found = start(of: place, fromEnd: fromEnd, in: record) else { return }
        record.replaceSubrange(found..<found + place.count, with: text.utf8)
    }

    private static func start(
        of place: [UInt8], fromEnd: Bool = false, in record: [UInt8]
    ) -> Int? {
        guard record.count >= place.count else { return nil }
        let starts = 0...(record.count - place.count)
        return fromEnd
            ? starts.last { record[$0...].starts(with: place) }
            : starts.first { record[$0...].starts(with: place) }
    }
}
