/// A pull parser for JSON (RFC 8259) in memory.
///
/// The caller reads the values that it expects, or asks for their `kind` first. The reader builds
/// no tree, so a text of any size costs no more than its own bytes, and limited nesting protects
/// the stack. Numbers are rounded exactly. NaN and infinities, which are not JSON but common, are a
/// kind of their own, so that one of them invalidates its value and not the whole text.
public struct JSONReader: Sendable {
    /// The default limit of nesting levels. GeoJSON needs eight.
    public static let usualDepth = 64

    /// The kind of the next value, determined by its first bytes.
    public enum Kind: Sendable {
        /// `{`, `[`, a string, a number, true or false, null.
        case object, array, string, number, flag, null
        /// `NaN`, `Infinity`, `-inf` and similar tokens, which are not JSON.
        case notNumber
    }

    /// The bytes.
    public private(set) var bytes: [UInt8]
    /// The index of the next byte to read.
    public internal(set) var position = 0
    /// The number of open objects and arrays.
    @usableFromInline var depth = 0
    @usableFromInline let maximumDepth: Int

    /// Creates a reader at the start of `bytes`, after a byte order mark.
    ///
    /// - Parameter maximumDepth: the greatest nesting of objects and arrays.
    public init(_ bytes: [UInt8], maximumDepth: Int = JSONReader.usualDepth) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        // Some editors write a byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Appends bytes to the text.
    public mutating func append(_ more: [UInt8]) { bytes += more }

    /// Removes the bytes before the current position; invalidates every `Mark`.
    public mutating func dropBefore() {
        bytes.removeSubrange(..<position)
        position = 0
    }

    /// The next byte; 0 at the end, because no value begins with a zero byte.
    @inline(__always)
    public var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

    /// Skips whitespace.
    @inline(__always)
    public mutating func skipSpace() {
        // Usually there is none.
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

    /// Returns whether the next byte after whitespace is this one; skips it if so.
    @inline(__always)
    public mutating func pass(_ byte: UInt8) -> Bool {
        skipSpace()
        guard next == byte else { return false }
        position &+= 1
        return true
    }

    /// Skips whitespace and a required byte; throws when another byte follows.
    @inline(__always)
    public mutating func demand(_ byte: UInt8) throws(JSONFault) {
        guard pass(byte) else { throw expected(byte) }
    }

    @inline(never)
    private func expected(_ byte: UInt8) -> JSONFault {
        fault("expected '\(Character(UnicodeScalar(byte)))', found \(found)")
    }

    /// Returns the kind of the next value. Throws where no value begins.
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

    /// Returns whether only whitespace follows; skips it.
    public mutating func isAtEnd() -> Bool {
        skipSpace()
        return position == bytes.count
    }

    /// Moves to a mark.
    public mutating func go(to mark: Mark) {
        position = mark.position
        depth = mark.depth
    }

    /// A position to return to.
    public struct Mark: Sendable {
        /// The index of the next byte to read.
        public var position: Int
        fileprivate var depth: Int
    }

    /// The current position.
    public var mark: Mark { Mark(position: position, depth: depth) }

    /// Returns a fault at the next byte.
    public func fault(_ reason: String, remedy: String? = nil) -> JSONFault {
        JSONFault(offset: min(position, bytes.count), reason: reason, remedy: remedy)
    }

    /// A description of the next byte for messages.
    public var found: String {
        guard position < bytes.count else { return "the end of the text" }
        let byte = bytes[position]
        return (0x21...0x7E).contains(byte)
            ? "'\(Character(UnicodeScalar(byte)))'" : "byte \(byte)"
    }
}
