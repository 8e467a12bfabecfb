/// The forms of recorded tracks.
public enum TrackFormat: String, Hashable, Sendable, CaseIterable {
    /// The bytes of a receiver: NMEA 0183 sentences, anything between them.
    case nmea
    /// gpsd's JSON reports, with or without the sentences they came from.
    case gpsd
    /// GPS Exchange Format, XML.
    case gpx
    /// JSON lines of pushed fixes.
    case pushed

    /// How much of a file is looked at.
    static let sniffedBytes = 64 * 1024

    /// The format that the beginning of a file shows, or nil when it shows none of them.
    ///
    /// A line that begins with `{` and names a `class` is gpsd's, any other JSON object is a pushed
    /// fix; then `<` as the first character is GPX, and a `$` anywhere is NMEA.
    public static func detect(_ bytes: Span<UInt8>) -> TrackFormat? {
        let sniffed = bytes.extracting(0..<min(bytes.count, sniffedBytes))
        var isLineStart = true
        var firstObject: Int?
        var hasDollar = false
        var first: UInt8?
        for index in sniffed.indices {
            let byte = sniffed[index]
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                isLineStart = true
                continue
            }
            if byte == UInt8(ascii: "$") { hasDollar = true }
            if isLineStart, byte == UInt8(ascii: "{") {
                if namesClass(sniffed, from: index) { return .gpsd }
                firstObject = firstObject ?? index
            }
            // A byte order mark or blanks before the first character mean nothing.
            if first == nil, byte > 0x20, byte < 0x7F { first = byte }
            if byte > 0x20 { isLineStart = false }
        }
        if first == UInt8(ascii: "<") { return .gpx }
        if firstObject != nil { return .pushed }
        return hasDollar ? .nmea : nil
    }

    /// Whether the line at `start` has a key `"class"`, which gpsd writes first.
    private static func namesClass(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        let key = Array("\"class\"".utf8)
        var index = start
        while index + key.count <= bytes.count, bytes[index] != UInt8(ascii: "\n") {
            var matched = 0
            while matched < key.count, bytes[index + matched] == key[matched] { matched += 1 }
            if matched == key.count { return true }
            index += 1
        }
        return false
    }
}
