/// Reads JSON (RFC 8259) value by value, front to back, out of bytes in memory.
///
/// A pull reader: the caller says what it expects, or looks first by `kind`. It keeps no tree, so
/// that a file of any size costs no more than its own bytes.
struct JSONReader {
    /// Levels of nesting. GeoJSON needs eight; beyond that only `properties` may be deep.
    static let maximumDepth = 64

    /// What the next value is, judged by its first byte.
    enum Kind {
        case object, array, string, number, flag, null
    }

    private(set) var bytes: [UInt8]
    /// The index of the next byte to read.
    var position = 0
    /// How many objects and arrays are open.
    private var depth = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // Editors on other systems put a byte order mark in front.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Takes what comes behind the bytes.
    mutating func append(_ more: [UInt8]) { bytes += more }

    /// Forgets the bytes before the next one; every `Mark` means another place from then on.
    mutating func forgetBefore() {
        bytes.removeSubrange(..<position)
        position = 0
    }

    /// The next byte, or 0 at the end: no value begins with a zero byte.
    @inline(__always)
    var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

    @inline(__always)
    mutating func skipSpace() {
        // Mostly there is none.
        if next <= 0x20 { skipMoreSpace() }
    }

    @inline(never)
    private mutating func skipMoreSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    /// Whether the next byte behind any space is this one; if so it is passed.
    @inline(__always)
    mutating func pass(_ byte: UInt8) -> Bool {
        skipSpace()
        guard next == byte else { return false }
        position &+= 1
        return true
    }

    /// Passes a byte that must come.
    @inline(__always)
    mutating func demand(_ byte: UInt8) throws(JSONFault) {
        guard pass(byte) else { throw expected(byte) }
    }

    @inline(never)
    private func expected(_ byte: UInt8) -> JSONFault {
        fault("expected '\(Character(UnicodeScalar(byte)))', found \(found)")
    }

    /// What the next value is.
    mutating func kind() throws(JSONFault) -> Kind {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .flag
        case UInt8(ascii: "n"): return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        default: throw fault("expected a value, found \(found)")
        }
    }

    /// Where the walk through an object or array stands.
    struct Walk {
        fileprivate var isAtStart = true
    }

    /// Passes the `[` that must come.
    @inline(__always)
    mutating func openArray() throws(JSONFault) -> Walk {
        try open(UInt8(ascii: "["))
    }

    /// Passes the `{` that must come.
    mutating func openObject() throws(JSONFault) -> Walk {
        try open(UInt8(ascii: "{"))
    }

    /// Goes to the next element, or past the end of the array.
    @inline(__always)
    mutating func hasElement(_ walk: inout Walk) throws(JSONFault) -> Bool {
        try advance(&walk, end: UInt8(ascii: "]"))
    }

    /// Goes to the next member's value and gives its key, or goes past the end of the object.
    mutating func nextKey(_ walk: inout Walk) throws(JSONFault) -> String? {
        guard try advance(&walk, end: UInt8(ascii: "}")) else { return nil }
        skipSpace()
        let key = try string()
        try demand(UInt8(ascii: ":"))
        return key
    }

    /// Goes to the next member's value, or goes past the end of the object.
    mutating func passKey(_ walk: inout Walk, isKept: Bool) throws(JSONFault) -> Bool {
        guard try advance(&walk, end: UInt8(ascii: "}")) else { return false }
        try skipString(isKept: isKept)
        try demand(UInt8(ascii: ":"))
        return true
    }

    @inline(__always)
    private mutating func open(_ byte: UInt8) throws(JSONFault) -> Walk {
        try demand(byte)
        depth += 1
        guard depth <= Self.maximumDepth else { throw tooDeep }
        return Walk()
    }

    private var tooDeep: JSONFault { fault("is nested deeper than \(Self.maximumDepth) levels") }

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

    /// Goes back (or on) to a place.
    mutating func go(to mark: Mark) {
        position = mark.position
        depth = mark.depth
    }

    /// A place to come back to.
    struct Mark {
        var position: Int
        fileprivate var depth: Int
    }

    /// This place.
    var mark: Mark { Mark(position: position, depth: depth) }

    func fault(_ reason: String, remedy: String? = nil) -> JSONFault {
        JSONFault(offset: min(position, bytes.count), reason: reason, remedy: remedy)
    }

    /// The next byte, for sentences.
    var found: String {
        guard position < bytes.count else { return "the end of the file" }
        let byte = bytes[position]
        return (0x21...0x7E).contains(byte)
            ? "'\(Character(UnicodeScalar(byte)))'" : "byte \(byte)"
    }
}
