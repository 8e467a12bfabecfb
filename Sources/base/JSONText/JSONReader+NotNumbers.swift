/// Non-JSON tokens for not-a-number and infinities: NaN and Infinity of Python, R and ROS, nan and
/// inf of C.
extension JSONReader {
    /// Skips such a token and returns its text.
    @discardableResult
    public mutating func notNumber() -> String {
        skipSpace()
        let start = position
        position += notNumberLength ?? 0
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// The fault for such a token where JSON is required.
    public var notNumberFault: JSONFault {
        let end = position + (notNumberLength ?? 0)
        let word = String(decoding: bytes[position..<end], as: UTF8.self)
        return fault("\(word), which is not a number", remedy: "write null")
    }

    /// The length in bytes of such a token at this position, its sign included; nil where there is
    /// none.
    var notNumberLength: Int? {
        let start = next == UInt8(ascii: "-") || next == UInt8(ascii: "+") ? position + 1 : position
        guard start < bytes.count else { return nil }
        let words: [StaticString]
        switch bytes[start] {
        case UInt8(ascii: "N"), UInt8(ascii: "n"): words = ["NaN", "nan", "NAN"]
        case UInt8(ascii: "I"), UInt8(ascii: "i"):
            words = ["Infinity", "infinity", "Inf", "inf", "INF"]
        default: return nil
        }
        guard let word = words.first(where: { hasWord($0, at: start) }) else { return nil }
        let end = start + word.utf8CodeUnitCount
        if end < bytes.count, Self.isLetter(bytes[end]) { return nil }
        return end - position
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
