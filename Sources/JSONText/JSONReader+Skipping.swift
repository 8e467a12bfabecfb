extension JSONReader {
    /// Passes a value of any kind, checking its form. Of values that are kept every string must be text
    /// and every number one that a double holds.
    ///
    /// - Parameter isKept: whether others read the text again.
    /// - Throws: a fault of form; of a kept value also a fault of value, with the reader before it.
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

    /// True or false.
    public mutating func flag() throws(JSONFault) -> Bool {
        if passLetters("true") { return true }
        if passLetters("false") { return false }
        throw fault("expected a value, found \(found)")
    }

    /// Passes `null`.
    public mutating func null() throws(JSONFault) {
        guard passLetters("null") else { throw fault("expected a value, found \(found)") }
    }

    /// A value without the space between its parts, for others to read, with null in place of what is not
    /// a number.
    public struct CompactValue: Sendable {
        /// The JSON text.
        public var text: String
        /// What was replaced, and where it stood.
        public var replaced: [JSONFault]
    }

    /// Passes a value and gives its text for others to read.
    ///
    /// - Throws: a fault of a value, too, when something in it cannot be read.
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
            "the number \(text), which is beyond all that can be kept",
            remedy: "write a smaller one, or a string")
    }

    private mutating func passLetters(_ word: StaticString) -> Bool {
        skipSpace()
        guard hasWord(word, at: position) else { return false }
        position += word.utf8CodeUnitCount
        return true
    }

    /// Whether the bytes from a place on begin with a word of ASCII letters.
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
