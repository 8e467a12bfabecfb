/// Reads JSON (RFC 8259) value by value, front to back, out of bytes in memory.
///
/// A pull reader: the caller says what it expects, or asks first by `kind`. It keeps no tree, so
/// that a text of any size costs no more than its own bytes, and no text can exhaust the stack: its
/// nesting is limited. Numbers are rounded exactly. NaN and infinities, which JSON does not have but
/// many programs write, are a kind of their own, so that one of them costs its value and not the text.
public struct JSONReader: Sendable {
    /// Levels of nesting that are read if the caller does not say another limit. GeoJSON needs eight.
    public static let usualDepth = 64

    /// What the next value is, by its first bytes.
    public enum Kind: Sendable {
        /// `{`, `[`, a string, a number, true or false, null.
        case object, array, string, number, flag, null
        /// `NaN`, `Infinity`, `-inf` and the like: no JSON.
        case notNumber
    }

    /// The bytes.
    public private(set) var bytes: [UInt8]
    /// The index of the next byte to read.
    public internal(set) var position = 0
    /// How many objects and arrays are open.
    @usableFromInline var depth = 0
    @usableFromInline let maximumDepth: Int

    /// A reader at the beginning of `bytes`, behind a byte order mark if they have one.
    ///
    /// - Parameter maximumDepth: how deep objects and arrays may nest.
    public init(_ bytes: [UInt8], maximumDepth: Int = JSONReader.usualDepth) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        // Editors on other systems put a byte order mark in front.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Takes what comes behind the bytes.
    public mutating func append(_ more: [UInt8]) { bytes += more }

    /// Forgets the bytes before the next one; every `Mark` means another place from then on.
    public mutating func forgetBefore() {
        bytes.removeSubrange(..<position)
        position = 0
    }

    /// The next byte, or 0 at the end: no value begins with a zero byte.
    @inline(__always)
    public var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

    /// Passes space, line feeds and the like.
    @inline(__always)
    public mutating func skipSpace() {
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
    public mutating func pass(_ byte: UInt8) -> Bool {
        skipSpace()
        guard next == byte else { return false }
        position &+= 1
        return true
    }

    /// Passes a byte that must come.
    @inline(__always)
    public mutating func demand(_ byte: UInt8) throws(JSONFault) {
        guard pass(byte) else { throw expected(byte) }
    }

    @inline(never)
    private func expected(_ byte: UInt8) -> JSONFault {
        fault("expected '\(Character(UnicodeScalar(byte)))', found \(found)")
    }

    /// What the next value is. Throws where none begins.
    public mutating func kind() throws(JSONFault) -> Kind {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .flag
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        case UInt8(ascii: "-"): return notNumberLength == nil ? .number : .notNumber
        case UInt8(ascii: "n"): return notNumberLength == nil ? .null : .notNumber
        default:
            guard notNumberLength == nil else { return .notNumber }
            throw fault("expected a value, found \(found)")
        }
    }

    /// Whether nothing but space follows; passes that.
    public mutating func isAtEnd() -> Bool {
        skipSpace()
        return position == bytes.count
    }

    /// Goes back (or on) to a place.
    public mutating func go(to mark: Mark) {
        position = mark.position
        depth = mark.depth
    }

    /// A place to come back to.
    public struct Mark: Sendable {
        /// The index of the next byte to read.
        public var position: Int
        fileprivate var depth: Int
    }

    /// This place.
    public var mark: Mark { Mark(position: position, depth: depth) }

    /// A fault at the next byte.
    public func fault(_ reason: String, remedy: String? = nil) -> JSONFault {
        JSONFault(offset: min(position, bytes.count), reason: reason, remedy: remedy)
    }

    /// The next byte, for sentences.
    public var found: String {
        guard position < bytes.count else { return "the end of the text" }
        let byte = bytes[position]
        return (0x21...0x7E).contains(byte)
            ? "'\(Character(UnicodeScalar(byte)))'" : "byte \(byte)"
    }
}
