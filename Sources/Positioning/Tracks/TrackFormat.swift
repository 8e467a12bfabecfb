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
    /// A JSON array of the same objects, in one line or many.
    case array
    /// GeoJSON of points with times.
    case geojson

    /// What it is, for sentences.
    public var text: String {
        switch self {
        case .nmea: "NMEA 0183"
        case .gpsd: "gpsd JSON"
        case .gpx: "GPX"
        case .pushed: "JSON lines of fixes"
        case .array: "a JSON array of fixes"
        case .geojson: "GeoJSON"
        }
    }

    /// How much of a file is looked at.
    static let sniffedBytes = 64 * 1024

    /// The format that the beginning of a file shows, or nil when it shows none of them.
    ///
    /// gpsd's is recognised by a `TPV` report, GPX by `<` as the first character, NMEA by a line
    /// with a checksum and a `$` or a message of AIS: raw logs may begin with gpsd's greeting, and
    /// binary data between the sentences may look like anything. Only then do an array of objects,
    /// GeoJSON, other JSON objects and a bare `$` count.
    public static func detect(_ bytes: Span<UInt8>) -> TrackFormat? {
        var wide = WideText()
        let sniffed = bytes.extracting(0..<min(bytes.count, sniffedBytes))
        if let narrow = wide.narrow(sniffed) { return detectNarrow(narrow.span) }
        return detectNarrow(sniffed)
    }

    private static func detectNarrow(_ sniffed: Span<UInt8>) -> TrackFormat? {
        var start = 0
        var hasClass = false
        var hasObject = false
        var hasSentence = false
        var hasDollar = false
        var first: UInt8?
        while start < sniffed.count {
            var end = start
            while end < sniffed.count, !isLineEnd(sniffed[end]) { end += 1 }
            let line = sniffed.extracting(start..<end)
            // A byte order mark or blanks before the first character mean nothing.
            first = first ?? firstCharacter(of: line)
            if firstCharacter(of: line) == UInt8(ascii: "{") || isStamped(line) {
                if contains(line, "\"TPV\"") { return .gpsd }
                if contains(line, "\"class\"") { hasClass = true } else { hasObject = true }
            }
            let isEncapsulated = contains(line, "VDM,") || contains(line, "VDO,")
            if contains(line, "$") { hasDollar = true }
            if contains(line, "*"), isEncapsulated || contains(line, "$") { hasSentence = true }
            start = end + 1
        }
        if first == UInt8(ascii: "<") { return .gpx }
        if hasSentence { return .nmea }
        if isArrayOfObjects(sniffed) { return .array }
        if first == UInt8(ascii: "{"), contains(sniffed, "\"Feature") { return .geojson }
        if hasClass { return .gpsd }
        if hasObject { return .pushed }
        return hasDollar ? .nmea : nil
    }

    /// Whether the first characters are those of an array of objects.
    private static func isArrayOfObjects(_ bytes: Span<UInt8>) -> Bool {
        var isOpen = false
        for index in bytes.indices where bytes[index] > 0x20 && bytes[index] < 0x7F {
            if isOpen { return bytes[index] == UInt8(ascii: "{") }
            guard bytes[index] == UInt8(ascii: "[") else { return false }
            isOpen = true
        }
        return false
    }

    /// Whether a line is one of `gpspipe -t`, which puts the time of arrival before each report.
    private static func isStamped(_ line: Span<UInt8>) -> Bool {
        GPSDDecoder.reportStart { $0 < line.count ? line[$0] : nil } > 0
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }

    private static func firstCharacter(of line: Span<UInt8>) -> UInt8? {
        for index in line.indices where line[index] > 0x20 && line[index] < 0x7F {
            return line[index]
        }
        return nil
    }

    private static func contains(_ line: Span<UInt8>, _ word: String) -> Bool {
        let word = Array(word.utf8)
        guard line.count >= word.count else { return false }
        for start in 0...(line.count - word.count) {
            var matched = 0
            while matched < word.count, line[start + matched] == word[matched] { matched += 1 }
            if matched == word.count { return true }
        }
        return false
    }
}
