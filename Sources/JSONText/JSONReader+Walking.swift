extension JSONReader {
    /// Where the walk through an object or array stands.
    public struct Walk: Sendable {
        var isAtStart = true
        /// The keys of a table that were met already, one bit each.
        var met: UInt64 = 0
    }

    /// Passes the `[` that must come.
    public mutating func openArray() throws(JSONFault) -> Walk {
        try open(UInt8(ascii: "["))
    }

    /// Passes the `{` that must come.
    public mutating func openObject() throws(JSONFault) -> Walk {
        try open(UInt8(ascii: "{"))
    }

    /// Goes to the next element, or past the end of the array.
    public mutating func hasElement(_ walk: inout Walk) throws(JSONFault) -> Bool {
        try advance(&walk, end: UInt8(ascii: "]"))
    }

    /// Goes to the next member's value and gives its key, or goes past the end of the object.
    public mutating func nextKey(_ walk: inout Walk) throws(JSONFault) -> String? {
        guard try advance(&walk, end: UInt8(ascii: "}")) else { return nil }
        let key = try string()
        try demand(UInt8(ascii: ":"))
        return key
    }

    /// Goes to the next member's value, or goes past the end of the object.
    ///
    /// - Parameter isKept: whether others read the text again, so that the key must be text.
    public mutating func passKey(_ walk: inout Walk, isKept: Bool) throws(JSONFault) -> Bool {
        guard try advance(&walk, end: UInt8(ascii: "}")) else { return false }
        try skipString(isKept: isKept)
        try demand(UInt8(ascii: ":"))
        return true
    }

    /// Goes to the value of the next member whose key is one of a table, passing others and repeated
    /// ones, or goes past the end of the object: of equal keys the first counts.
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

    /// Goes to the next member's key, or past the end of the object.
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
