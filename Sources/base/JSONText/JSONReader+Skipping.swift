extension JSONReader {
    /// Skips a value of any kind and checks its syntax. With `isKept`, also checks that strings
    /// are valid text and numbers fit a double.
    ///
    /// - Parameter isKept: whether the text will be read again.
    /// - Throws: a syntax fault; with `isKept` also a value fault, with the reader before it.
    public mutating func skipValue(isKept: Bool = false) throws(JSONFault) {
        switch try kind() {
        case .string: try skipString(isKept: isKept)
        case .number: try skipNumber(isKept: isKept)
        case .flag: _ = try flag()
        case .null: try null()
        case .notNumber:
            guard !isKept else { throw notNumberFault }
            notNumber()
        case .array:
            var walk = try openArray()
            while try hasElement(&walk) { try skipValue(isKept: isKept) }
        case .object:
            var walk = try openObject()
            while try passKey(&walk, isKept: isKept) { try skipValue(isKept: isKept) }
        }
    }

    /// Reads true or false.
    public mutating func flag() throws(JSONFault) -> Bool {
        if passLetters("true") { return true }
        if passLetters("false") { return false }
        throw fault("expected a value, found \(found)")
    }

    /// Reads `null`.
    public mutating func null() throws(JSONFault) {
        guard passLetters("null") else { throw fault("expected a value, found \(found)") }
    }

    /// The text of a value without whitespace, with null in place of not-a-number tokens.
    public struct CompactValue: Sendable {
        /// The JSON text.
        public var text: String
        /// The replaced tokens, with their positions.
        public var replaced: [JSONFault]
    }

    /// Skips a value and returns its compact text.
    ///
    /// - Throws: a syntax fault, and a value fault when a part of the value cannot be read.
    public mutating func compactValue() throws(JSONFault) -> CompactValue {
        let start = mark
        var replaced: [JSONFault] = []
        var text: [UInt8] = []
        try copyValue(into: &text, &replaced)
        guard let string = validated(text.span) else {
            go(to: start)
            throw fault("a string is not valid UTF-8")
        }
        return CompactValue(text: string, replaced: replaced)
    }

    private mutating func copyValue(
        into text: inout [UInt8], _ replaced: inout [JSONFault]
    ) throws(JSONFault) {
        switch try kind() {
        case .string, .number, .flag, .null:
            let start = position
            try skipValue(isKept: true)
            text += bytes[start..<position]
        case .notNumber:
            replaced.append(notNumberFault)
            notNumber()
            text += "null".utf8
        case .array:
            var walk = try openArray()
            text.append(UInt8(ascii: "["))
            var isFirst = true
            while try hasElement(&walk) {
                if !isFirst { text.append(UInt8(ascii: ",")) }
                isFirst = false
                try copyValue(into: &text, &replaced)
            }
            text.append(UInt8(ascii: "]"))
        case .object:
            var walk = try openObject()
            text.append(UInt8(ascii: "{"))
            var isFirst = true
            while try hasMember(&walk) {
                if !isFirst { text.append(UInt8(ascii: ",")) }
                isFirst = false
                skipSpace()
                let start = position
                try skipString(isKept: true)
                text += bytes[start..<position]
                try demand(UInt8(ascii: ":"))
                text.append(UInt8(ascii: ":"))
                try copyValue(into: &text, &replaced)
            }
            text.append(UInt8(ascii: "}"))
        }
    }

    private mutating func skipNumber(isKept: Bool) throws(JSONFault) {
        let start = position
        guard try number().isInfinite, isKept else { return }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        position = start
        throw fault(
            "the number \(text), which is out of range",
            remedy: "write a smaller one, or a string")
    }

    private mutating func passLetters(_ word: StaticString) -> Bool {
        skipSpace()
        guard hasWord(word, at: position) else { return false }
        position += word.utf8CodeUnitCount
        return true
    }

    /// Whether the bytes at an index begin with a word of ASCII letters.
    func hasWord(_ word: StaticString, at place: Int) -> Bool {
        guard bytes.count - place >= word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { letters in
            for index in letters.indices {
                if unsafe letters[index] != bytes[place + index] { return false }
            }
            return true
        }
    }
}
