import CZlib

/// Records as they lie in the log: deflated (RFC 1951) against a text that has what most records
/// have in common, a sixth of their size. So the log keeps its 100,000 events in its 32 MiB.
///
/// The first byte says how: 2 begins one packed with the dictionary, after its length in three bytes
/// and its checksum (CRC-32) in four, the lowest first. Of earlier versions there are records without
/// a checksum: 1 is as 2 for the rest, and `{` begins one left as it is, as those still are that are
/// too large for the log.
enum PackedRecord {
    private static let version: UInt8 = 2
    private static let headerBytes = 8
    private static let uncheckedVersion: UInt8 = 1
    private static let uncheckedHeaderBytes = 4
    /// Looks back 4 KiB, which is dictionary and record, so that a stream takes 40 KiB and not 256.
    private static let windowBits: Int32 = -12
    private static let memoryLevel: Int32 = 5
    private static let streamBytes = unsafe Int32(MemoryLayout<z_stream>.size)
    /// Records beyond this are left as they are: the store refuses them, however well they pack.
    private static let greatest = 256 << 10

    /// A record as it was packed.
    struct Unpacked {
        var bytes: [UInt8]
        /// Whether a checksum says that these are the bytes that were packed.
        var isChecked: Bool
    }

    /// The record as it is to be stored.
    static func pack(_ record: [UInt8]) -> [UInt8] {
        guard record.count <= greatest else { return record }
        var stream = unsafe z_stream()
        let begun = unsafe deflateInit2_(
            &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY,
            ZLIB_VERSION, streamBytes)
        guard begun == Z_OK else { return record }
        defer { unsafe deflateEnd(&stream) }
        _ = unsafe deflateSetDictionary(&stream, dictionary, UInt32(dictionary.count))
        let capacity = Int(unsafe deflateBound(&stream, UInt(record.count)))
        let packed = unsafe run(&stream, record, capacity: capacity) {
            unsafe deflate($0, Z_FINISH)
        }
        guard let packed else { return record }
        return [version] + bytes(of: UInt32(record.count)).dropLast()
            + bytes(of: checksum(of: record)) + packed
    }

    /// The record again; nil when the bytes are damaged.
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
        var stream = unsafe z_stream()
        guard unsafe inflateInit2_(&stream, windowBits, ZLIB_VERSION, streamBytes) == Z_OK else {
            return nil
        }
        defer { unsafe inflateEnd(&stream) }
        _ = unsafe inflateSetDictionary(&stream, dictionary, UInt32(dictionary.count))
        let body = Array(stored[headerBytes...])
        let record = unsafe run(&stream, body, capacity: count) { unsafe inflate($0, Z_FINISH) }
        return record?.count == count ? record : nil
    }

    private static func checksum(of record: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: unsafe crc32(0, record, UInt32(record.count)))
    }

    /// The lowest byte first.
    private static func bytes(of number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// Takes all of `input` through the stream; nil when it does not end within `capacity` bytes.
    private static func run(
        _ stream: inout z_stream, _ input: [UInt8], capacity: Int,
        _ step: (UnsafeMutablePointer<z_stream>) -> Int32
    ) -> [UInt8]? {
        var input = input
        var hasEnded = false
        let output = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, written in
            unsafe input.withUnsafeMutableBufferPointer { input in
                unsafe stream.next_in = input.baseAddress
                unsafe stream.avail_in = UInt32(input.count)
                unsafe stream.next_out = output.baseAddress
                unsafe stream.avail_out = UInt32(capacity)
                hasEnded = unsafe step(&stream) == Z_STREAM_END
                written = unsafe capacity - Int(stream.avail_out)
            }
        }
        return hasEnded ? output : nil
    }

    /// What records have in common, the most usual last, where it costs least to refer to.
    ///
    /// Never edited: what was stored with it could not be read again. A better one gets the next
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
