/// The formats of recorded tracks.
public enum TrackFormat: String, Hashable, Sendable, CaseIterable {
    /// The bytes of a receiver: NMEA 0183 sentences, with any other bytes between them.
    case nmea
    /// The JSON reports of gpsd, with or without raw sentences between them.
    case gpsd
    /// The GPS Exchange Format (XML).
    case gpx
    /// JSON lines of pushed fixes.
    case pushed
    /// A JSON array of the objects of pushed fixes, on one line or several.
    case array
    /// GeoJSON of points with times.
    case geojson

    /// The name of the format in messages.
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

    /// The number of bytes of a file that are examined.
    static let sniffedBytes = 64 * 1024

    /// Detects the format at the start of a file; nil for an unknown format.
    ///
    /// A `TPV` report means gpsd JSON; `<` as the first character means GPX, unless it is KML; a
    /// sentence with a checksum means NMEA, because raw logs may start with the greeting of gpsd
    /// and contain binary data. Next are an array of objects, GeoJSON and other JSON objects, then
    /// a bare `$` if there are no binary messages.
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
            // A byte order mark or blanks before the first character are ignored.
            first = first ?? firstCharacter(of: line)
            if firstCharacter(of: line) == UInt8(ascii: "{") || isStamped(line) {
                if contains(line, "\"TPV\"") { return .gpsd }
                // The other reports of gpsd have no position.
                let isReport = contains(line, "\"class\"") && !contains(line, "\"lat\"")
                if isReport { hasClass = true } else { hasObject = true }
            }
            if contains(line, "$") { hasDollar = true }
            if hasChecked(line) { hasSentence = true }
            start = end + 1
        }
        if first == UInt8(ascii: "<"), !hasSentence {
            return contains(sniffed, "<kml") ? nil : .gpx
        }
        if hasSentence { return .nmea }
        if isArrayOfObjects(sniffed) { return .array }
        if first == UInt8(ascii: "{"), contains(sniffed, "\"Feature") { return .geojson }
        if hasClass { return .gpsd }
        if hasObject { return .pushed }
        return hasDollar && !isBinary(sniffed) ? .nmea : nil
    }

    /// Returns the remedy for a file in another format; nil when the format is not recognized.
    public static func advice(onForeign bytes: Span<UInt8>) -> String? {
        if contains(bytes, "<kml") { return "It is KML; export the track as GPX." }
        guard let kind = content(of: bytes), kind != .text else { return nil }
        return SourceTrouble.sentence(kind)
    }

    private static func isBinary(_ bytes: Span<UInt8>) -> Bool {
        switch content(of: bytes) {
        case .ublox, .sirf, .skytraq, .sbf, .rtcm: true
        case .modem, .nmea, .gpsd, .signalK, .http, .login, .text, .unknown, nil: false
        }
    }

    /// Returns the content of bytes without a fix; nil when it is unknown.
    private static func content(of bytes: Span<UInt8>) -> UnreadContent.Kind? {
        var content = UnreadContent()
        content.note(bytes)
        return content.kind
    }

    /// Whether a line contains a sentence with a checksum, after any other bytes.
    private static func hasChecked(_ line: Span<UInt8>) -> Bool {
        var isWithin = false
        for index in line.indices {
            switch line[index] {
            case UInt8(ascii: "$"), UInt8(ascii: "!"):
                guard index + 1 < line.count else { return false }
                if UInt8(ascii: "A")...UInt8(ascii: "Z") ~= line[index + 1] { isWithin = true }
            case UInt8(ascii: "*"):
                guard index + 2 < line.count else { return false }
                if isWithin, hexDigit(line[index + 1]) != nil, hexDigit(line[index + 2]) != nil {
                    return true
                }
            case 0x20...0x7E: break
            default: isWithin = false
            }
        }
        return false
    }

    /// Whether the text starts with an array of objects.
    private static func isArrayOfObjects(_ bytes: Span<UInt8>) -> Bool {
        var isOpen = false
        for index in bytes.indices where bytes[index] > 0x20 && bytes[index] < 0x7F {
            if isOpen { return bytes[index] == UInt8(ascii: "{") }
            guard bytes[index] == UInt8(ascii: "[") else { return false }
            isOpen = true
        }
        return false
    }

    /// Whether a line is from `gpspipe -t`, which prints the time of arrival before each report.
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
