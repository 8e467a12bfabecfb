extension JSONReader {
    /// Reads a string and resolves its escapes.
    public mutating func string() throws(JSONFault) -> String {
        skipSpace()
        let start = position + 1
        let (end, isPlain) = try passString()
        if isPlain {
            guard let text = validated(bytes.span.extracting(start..<end)) else {
                position = start
                throw fault("a string is not valid UTF-8")
            }
            return text
        }
        return try unescaped(start..<end)
    }

    /// Passes the bytes of a string, escapes resolved, to `read`. Creates no string unless there
    /// are escapes; the bytes need not be UTF-8.
    public mutating func withString<Value>(
        _ read: (Span<UInt8>) -> Value
    ) throws(JSONFault) -> Value {
        skipSpace()
        let start = position + 1
        let (end, isPlain) = try passString()
        if isPlain { return read(bytes.span.extracting(start..<end)) }
        let text = Array(try unescaped(start..<end).utf8)
        return read(text.span)
    }

    /// Skips a string.
    ///
    /// - Parameter isKept: whether the text will be read again, so that its escapes and bytes must
    ///   be valid text.
    public mutating func skipString(isKept: Bool) throws(JSONFault) {
        skipSpace()
        let start = position + 1
        let (end, isPlain) = try passString()
        guard isKept else { return }
        if !isPlain {
            _ = try unescaped(start..<end)
        } else if (try? UTF8Span(validating: bytes.span.extracting(start..<end))) == nil {
            position = start
            throw fault("a string is not valid UTF-8")
        }
    }

    /// Skips a string; returns the index of its closing quote, and whether it has no escapes.
    mutating func passString() throws(JSONFault) -> (end: Int, isPlain: Bool) {
        try demand(UInt8(ascii: "\""))
        var isPlain = true
        while true {
            position = PlainText.end(in: bytes.span, from: position)
            guard position < bytes.count else { throw fault("a string has no closing quote") }
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                position += 1
                return (position - 1, isPlain)
            }
            guard byte == UInt8(ascii: "\\") else {
                throw fault("a string has an unescaped control character")
            }
            isPlain = false
            position += 2
        }
    }

    mutating func unescaped(_ range: Range<Int>) throws(JSONFault) -> String {
        let behind = position
        var text: [UInt8] = []
        position = range.lowerBound
        while position < range.upperBound {
            let byte = bytes[position]
            position += 1
            if byte != UInt8(ascii: "\\") {
                text.append(byte)
            } else {
                text.append(contentsOf: try escape())
            }
        }
        position = range.lowerBound
        guard let string = validated(text.span) else {
            throw fault("a string is not valid UTF-8")
        }
        position = behind
        return string
    }

    /// Returns the UTF-8 of an escape, after its backslash.
    private mutating func escape() throws(JSONFault) -> [UInt8] {
        let start = position - 1
        let letter = next
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"):
            guard let scalar = try scalar() else {
                let escape = String(decoding: bytes[start..<start + 6], as: UTF8.self)
                position = start
                throw fault(
                    "half a character, \(escape)",
                    remedy: "write both halves, or the character itself")
            }
            return Array(String(Character(scalar)).utf8)
        default: throw fault("a string has an unknown escape")
        }
    }

    /// Returns the scalar of the hexadecimal digits of an escape or of a surrogate pair (RFC 8259,
    /// section 7); nil for an unpaired surrogate.
    private mutating func scalar() throws(JSONFault) -> UnicodeScalar? {
        let upper = try hexadecimal()
        if let scalar = UnicodeScalar(upper) { return scalar }
        guard upper < 0xDC00, bytes[position...].starts(with: #"\u"#.utf8) else { return nil }
        position += 2
        let lower = try hexadecimal()
        guard (0xDC00..<0xE000).contains(lower) else { return nil }
        return UnicodeScalar(0x10000 + (upper - 0xD800) << 10 + (lower - 0xDC00))
    }

    private mutating func hexadecimal() throws(JSONFault) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(UnicodeScalar(next)).hexDigitValue else {
                throw fault("expected four hexadecimal digits, found \(found)")
            }
            code = code << 4 | UInt32(digit)
            position += 1
        }
        return code
    }
}

/// Returns the string of some bytes; nil when they are not UTF-8.
func validated(_ bytes: Span<UInt8>) -> String? {
    guard let text = try? UTF8Span(validating: bytes) else { return nil }
    return String(copying: text)
}
