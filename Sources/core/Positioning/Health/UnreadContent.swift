/// Recognizes the content of a line without valid sentences, by the headers of binary messages and
/// the texts of modems. Stores only the last bytes.
struct UnreadContent: Sendable {
    /// Kinds of content other than sentences.
    enum Kind: Hashable, Sendable {
        /// The command port of a modem.
        case modem
        /// u-blox UBX.
        case ublox
        /// SiRF binary.
        case sirf
        /// SkyTraq binary.
        case skytraq
        /// Septentrio SBF.
        case sbf
        /// RTCM 3 corrections.
        case rtcm
        /// NMEA 0183, where another protocol is read.
        case nmea
        /// The reports of gpsd, where another protocol is read.
        case gpsd
        /// A Signal K server.
        case signalK
        /// An HTTP server.
        case http
        /// A log-in prompt.
        case login
        /// Lines of text.
        case text
        /// Unrecognized content: another protocol, or a wrong speed.
        case unknown
    }

    /// The maximum of stored bytes: several of the longest messages with a known header.
    private static let limit = 1024
    /// At most one byte in this many of a text is not printable.
    private static let textShare = 20
    /// The first characters of the lines of a modem.
    private static let modemWords = [
        "+C", "+Q", "+U", "AT", "^", "OK", "ERROR", "RING", "RDY", "NO CARRIER", "SMS Ready",
        "Call Ready", "*PSUTTZ",
    ]

    private var bytes: [UInt8] = []

    /// Stores bytes in which no sentence ended.
    mutating func note(_ new: Span<UInt8>) {
        let kept = new.extracting(last: Self.limit)
        if bytes.count + kept.count > 2 * Self.limit {
            bytes.removeFirst(bytes.count + kept.count - Self.limit)
        }
        for index in kept.indices { bytes.append(kept[index]) }
    }

    /// Removes the stored bytes after a valid sentence.
    mutating func forget() {
        if !bytes.isEmpty { bytes.removeAll(keepingCapacity: true) }
    }

    /// The kind of the stored bytes; nil before the first byte.
    var kind: Kind? {
        guard !bytes.isEmpty else { return nil }
        if isText { return isModem ? .modem : protocolOfText }
        var counts: [Kind: Int] = [:]
        for index in bytes.indices {
            if let kind = message(at: index) { counts[kind, default: 0] += 1 }
        }
        return counts.max { $0.value < $1.value }?.key ?? .unknown
    }

    private var isText: Bool {
        let others = bytes.count { !(0x20...0x7E ~= $0 || 0x09...0x0D ~= $0) }
        return others * Self.textShare <= bytes.count
    }

    private var isModem: Bool {
        lines.contains { line in Self.modemWords.contains { line.hasPrefix($0) } }
    }

    private var lines: [Substring] {
        String(decoding: bytes, as: UTF8.self).split { $0 == "\r" || $0 == "\n" || $0 == "\r\n" }
    }

    /// The kind of text: by the names that only one protocol has.
    private var protocolOfText: Kind {
        // The last line may be incomplete, and so may the first one.
        if lines.contains(where: Self.isSentence) { return .nmea }
        let text = String(decoding: bytes, as: UTF8.self)
        if text.contains("signalk") || text.contains("\"updates\":[") { return .signalK }
        if text.contains("\"class\":\"") { return .gpsd }
        if text.contains("HTTP/1.") || text.contains("<html") { return .http }
        let last = lines.last?.lowercased() ?? ""
        let isPrompt = ["login:", "username:", "user:", "password:"].contains { last.contains($0) }
        return isPrompt ? .login : .text
    }

    private static func isSentence(_ line: Substring) -> Bool {
        let bytes = Array(line.utf8)
        guard bytes.count > 9, bytes[0] == UInt8(ascii: "$") || bytes[0] == UInt8(ascii: "!"),
            bytes[bytes.count - 3] == UInt8(ascii: "*")
        else { return false }
        return bytes.suffix(2).allSatisfy { hexDigit($0) != nil }
    }

    /// Returns the kind of the message whose header is at an offset. The other fields of the header
    /// must be plausible too, because the two marker bytes also occur in noise.
    private func message(at index: Int) -> Kind? {
        guard index + 6 < bytes.count else { return nil }
        let length = Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
        switch (bytes[index], bytes[index + 1]) {
        case (0xB5, 0x62):
            // Class, id, length of the payload with the low byte first.
            return bytes[index + 2] <= 0x29 && bytes[index + 5] < 0x20 ? .ublox : nil
        case (0xA0, 0xA2): return 1..<2048 ~= length ? .sirf : nil
        case (0xA0, 0xA1): return 1..<1024 ~= length ? .skytraq : nil
        case (0x24, 0x40):
            // Checksum, number, length: a multiple of four.
            return bytes[index + 6] % 4 == 0 && bytes[index + 6] >= 8 ? .sbf : nil
        case (0xD3, 0x00...0x03):
            let number = Int(bytes[index + 3]) << 4 | Int(bytes[index + 4]) >> 4
            // The payload may contain any bytes, so the next message must follow the checksum.
            let next = index + 6 + (Int(bytes[index + 1]) << 8 | Int(bytes[index + 2]))
            guard next < bytes.count, bytes[next] == 0xD3 else { return nil }
            return 1001...1304 ~= number || 4050...4095 ~= number ? .rtcm : nil
        default: return nil
        }
    }
}
