extension JSONReader {
    /// Passes a value of any kind, checking its form.
    ///
    /// - Parameter isKept: whether its text is to be read again by others; then every string and
    ///   number in it must be one.
    mutating func skipValue(isKept: Bool = false) throws(JSONFault) {
        switch try kind() {
        case .string: try skipString(isKept: isKept)
        case .number: try skipNumber(isKept: isKept)
        case .flag: _ = try flag()
        case .null: try null()
        case .array:
            var walk = try openArray()
            while try hasElement(&walk) { try skipValue(isKept: isKept) }
        case .object:
            var walk = try openObject()
            while try passKey(&walk, isKept: isKept) { try skipValue(isKept: isKept) }
        }
    }

    /// True or false.
    mutating func flag() throws(JSONFault) -> Bool {
        if passLetters("true") { return true }
        if passLetters("false") { return false }
        throw fault("expected a value, found \(found)")
    }

    /// Passes `null`.
    mutating func null() throws(JSONFault) {
        guard passLetters("null") else { throw fault("expected a value, found \(found)") }
    }

    /// Passes a value and gives its text without the space between its parts, for others to read.
    ///
    /// - Throws: a fault of a value, too, when something in it cannot be read.
    mutating func compactValue() throws(JSONFault) -> String {
        skipSpace()
        let start = position
        try skipValue(isKept: true)
        var text: [UInt8] = []
        text.reserveCapacity(position - start)
        var isInString = false
        var isEscaped = false
        for byte in bytes[start..<position] {
            if isInString {
                isInString = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            } else {
                if byte <= 0x20 { continue }
                isInString = byte == UInt8(ascii: "\"")
            }
            text.append(byte)
        }
        guard let string = validated(text.span) else {
            position = start
            throw fault("a string is not valid UTF-8")
        }
        return string
    }

    private mutating func skipNumber(isKept: Bool) throws(JSONFault) {
        let start = position
        guard try number().isInfinite, isKept else { return }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        position = start
        throw fault(
            "the number \(text), which is beyond all that can be kept",
            remedy: "write a smaller one, or a string")
    }

    private mutating func passLetters(_ word: String) -> Bool {
        skipSpace()
        guard bytes[position...].starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }
}
