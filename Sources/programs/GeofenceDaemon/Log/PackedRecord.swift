import Deflate

/// The stored form of records: deflated (RFC 1951) with a dictionary of the text that most records
/// share, a sixth of their size. So 100,000 events fit into 32 MiB.
///
/// The first byte is the version. Version 2: the length of the record in three bytes and its CRC-32
/// in four, both with the lowest byte first, then the deflated record. Earlier versions wrote no
/// checksum: version 1 is otherwise like 2, and `{` begins an uncompressed record. Records that are
/// too large for the log are still left uncompressed.
enum PackedRecord {
    private static let version: UInt8 = 2
    private static let headerBytes = 8
    private static let uncheckedVersion: UInt8 = 1
    private static let uncheckedHeaderBytes = 4
    /// Looks back 4 KiB, enough for dictionary and record, so a stream takes 40 KiB, not 256.
    private static let form = Deflate(windowBits: 12, memoryLevel: 5, dictionary: dictionary)
    /// The maximum bytes of a record that is deflated. The store refuses larger ones anyway.
    private static let greatest = 256 << 10

    /// An unpacked record.
    struct Unpacked {
        var bytes: [UInt8]
        /// Whether a checksum confirmed that these bytes were packed.
        var isChecked: Bool
    }

    /// Returns the stored form of a record.
    static func pack(_ record: [UInt8]) -> [UInt8] {
        guard record.count <= greatest else { return record }
        guard let packed = form.packed(record) else { return record }
        return [version] + bytes(of: UInt32(record.count)).dropLast()
            + bytes(of: checksum(of: record)) + packed
    }

    /// Unpacks a stored record; nil when its bytes are damaged.
    static func unpack(_ stored: [UInt8]) -> Unpacked? {
        switch stored.first {
        case UInt8(ascii: "{"): return Unpacked(bytes: stored, isChecked: false)
        case uncheckedVersion:
            return inflated(stored, after: uncheckedHeaderBytes)
                .map { Unpacked(bytes: $0, isChecked: false) }
        case version:
            guard let record = inflated(stored, after: headerBytes),
                bytes(of: checksum(of: record)) == Array(stored[4..<headerBytes])
            else { return nil }
            return Unpacked(bytes: record, isChecked: true)
        default: return nil
        }
    }

    private static func inflated(_ stored: [UInt8], after headerBytes: Int) -> [UInt8]? {
        guard stored.count > headerBytes else { return nil }
        let count = Int(stored[1]) | Int(stored[2]) << 8 | Int(stored[3]) << 16
        guard 1...greatest ~= count else { return nil }
        return form.unpacked(stored[headerBytes...], count: count)
    }

    private static func checksum(of record: [UInt8]) -> UInt32 {
        Deflate.checksum(of: record[...])
    }

    /// Returns the four bytes of a number, the lowest first.
    private static func bytes(of number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// The text that records share. The most frequent text is last, where a reference is shortest.
    ///
    /// Never edit it: records stored with it could no longer be read. A better dictionary needs a new
    /// version beside this one.
    private static let dictionary = Array(
        #"""
        source-changedsource gps is silentstaleabsentnofixgarbage: feed-stalefeed-resumed\#
        {"emitted_at":"","event_id":":0","message":"geofenced  has started","seq":0,"source":"gps",\#
        "type":"daemon-started"}"figures":{"inside":["was_inside":true,"flapping"possible-pass\#
        "cause":"fence-changed""floor""visit-closed""why":"the ignore period of 30 s"dwelled\#
        Dwelt in Left Entered ,"crossed_at":null,"crossed_at_error_s":null,"crossed_lat":null,\#
        "crossed_lon":null,"deferred":true,"distance_m":-1"entered_at":null"fence_kind":"level",\#
        "gap_s":null,"inferred":true"initial":true"late":true,"method":"bracket",\#
        "why":"first judgement: inside, the threshold to enter is at 0 m"}\#
        {"accuracy_level":0.95,"accuracy_m":10,"actions":[],"altitude_m":null,"bracket":null,\#
        "cause":null,"course_deg":null,"crossed_at":"2026-","crossed_at_error_s":1,\#
        "crossed_lat":52.,"crossed_lon":4.,"decided_at":"2026-","deferred":false,"distance_m":0.,\#
        "emitted_at":"","entered_at":"2026-","event_id":":0","fence":"section","fence_kind":"global",\#
        "fence_name":"Section","fix_time":"2026-","floor":null,"gap_s":null,"inferred":false,\#
        "initial":false,"jump":false,"lat":52.,"late":false,"lon":4.,\#
        "message":"Left Section (monitor sections)","method":"linear","monitor":"sections",\#
        "properties":{"name":"Section"},"seq":0,"source":"gps","speed_mps":null,\#
        "suppressed_toggles":0,"type":"exited","visit":"0","why":" m outside, the threshold to exit\#
         is at 0 m"}{"accuracy_level":0.95,"accuracy_m":4,"actions":[],"altitude_m":1,\#
        "bracket":{"after":"2026-11-21T12:00:00.000Z","before":"2026-11-21T11:59:59.000Z"},\#
        "cause":null,"course_deg":2,"crossed_at":"2026-11-21T11:59:59.187Z","crossed_at_error_s":1,\#
        "crossed_lat":34.,"crossed_lon":-119.,"decided_at":"2026-11-21T12:00:00.000Z",\#
        "deferred":false,"distance_m":-0.,"emitted_at":"","entered_at":"2026-11-21T11:59:59.187Z",\#
        "event_id":":0","fence":"section","fence_kind":"global","fence_name":"Section",\#
        "fix_time":"2026-11-21T12:00:00.000Z","floor":null,"gap_s":null,"inferred":false,\#
        "initial":false,"jump":false,"lat":34.,"late":false,"lon":-119.,\#
        "message":"Entered Section (monitor sections)","method":"linear","monitor":"sections",\#
        "properties":{"name":"Section"},"seq":0,"source":"gps","speed_mps":1,\#
        "suppressed_toggles":0,"type":"entered","visit":"0","why":" m inside, the threshold to enter\#
         is at 0 m"}
        """#.utf8)
}
