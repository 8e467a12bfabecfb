extension JSONReader {
    /// The position of an iteration over an object or array.
    public struct Walk: Sendable {
        var isAtStart = true
        /// The keys of a table that occurred, one bit each.
        var met: UInt64 = 0
    }

    /// Reads `[`.
    public mutating func openArray() throws(JSONFault) -> Walk {
        try open(UInt8(ascii: "["))
    }

    /// Reads `{`.
    public mutating func openObject() throws(JSONFault) -> Walk {
        try open(UInt8(ascii: "{"))
    }

    /// Advances to the next element, or past the end of the array.
    public mutating func hasElement(_ walk: inout Walk) throws(JSONFault) -> Bool {
        try advance(&walk, end: UInt8(ascii: "]"))
    }

    /// Advances to the next member's value and returns its key; nil past the end of the object.
    public mutating func nextKey(_ walk: inout Walk) throws(JSONFault) -> String? {
        guard try advance(&walk, end: UInt8(ascii: "}")) else { return nil }
        let key = try string()
        try demand(UInt8(ascii: ":"))
        return key
    }

    /// Advances to the next member's value, or past the end of the object.
    ///
    /// - Parameter isKept: whether the text will be read again, so that the key must be valid text.
    public mutating func passKey(_ walk: inout Walk, isKept: Bool) throws(JSONFault) -> Bool {
        guard try advance(&walk, end: UInt8(ascii: "}")) else { return false }
        try skipString(isKept: isKept)
        try demand(UInt8(ascii: ":"))
        return true
    }

    /// Advances to the value of the next member whose key is in a table; nil past the end of the
    /// object. Skips unknown and repeated keys: the first of equal keys counts.
    public mutating func nextKey<Key>(
        _ walk: inout Walk, among keys: JSONKeys<Key>
    ) throws(JSONFault) -> Key? {
        while try advance(&walk, end: UInt8(ascii: "}")) {
            skipSpace()
            let start = position + 1
            let (end, isPlain) = try passString()
            let index: Int?
            if isPlain {
                index = keys.index(of: bytes.span, from: start, to: end)
            } else {
                let text = Array(try unescaped(start..<end).utf8)
                index = keys.index(of: text.span, from: 0, to: text.count)
            }
            try demand(UInt8(ascii: ":"))
            if let index, walk.met & (1 << UInt64(index)) == 0 {
                walk.met |= 1 << UInt64(index)
                return keys.all[index]
            }
            try skipValue()
        }
        return nil
    }

    /// Advances to the next member's key, or past the end of the object.
    mutating func hasMember(_ walk: inout Walk) throws(JSONFault) -> Bool {
        try advance(&walk, end: UInt8(ascii: "}"))
    }

    private mutating func open(_ byte: UInt8) throws(JSONFault) -> Walk {
        try demand(byte)
        depth += 1
        guard depth <= maximumDepth else { throw tooDeep }
        return Walk()
    }

    private var tooDeep: JSONFault { fault("is nested deeper than \(maximumDepth) levels") }

    @inline(__always)
    private mutating func advance(_ walk: inout Walk, end: UInt8) throws(JSONFault) -> Bool {
        if pass(end) {
            depth -= 1
            return false
        }
        if !walk.isAtStart, !pass(UInt8(ascii: ",")) { throw expectedComma(or: end) }
        walk.isAtStart = false
        return true
    }

    @inline(never)
    private func expectedComma(or end: UInt8) -> JSONFault {
        fault("expected ',' or '\(Character(UnicodeScalar(end)))', found \(found)")
    }
}
