import Chronology
import JSONText

/// One object of a JSON line while it is read: its values by key, and which of them are not
/// numbers.
struct JSONLine {
    /// Why a value is invalid for its key.
    struct Mismatch: Error {
        let key: String
        /// Such as `a number`.
        let expected: String
    }

    /// The maximum length of a line of a source in bytes: gpsd's own longest lines (SKY with all
    /// constellations) are near 16 KiB.
    static let maximumLength = 64 * 1024

    private(set) var json: JSONReader
    /// Whether a value of another type is thrown as a `Mismatch`; else it counts as unknown.
    private let isStrict: Bool
    /// How many values were no numbers although one was meant.
    private(set) var unknownValues = 0
    /// The key and text of the first of them, and the number of line breaks before it.
    private(set) var firstUnknown: (key: String, text: String, breaks: Int)?

    /// The line without its line feed.
    init(_ bytes: [UInt8], isStrict: Bool) {
        json = JSONReader(bytes, maximumDepth: maximumJSONDepth)
        self.isStrict = isStrict
    }

    /// Begins the object that the line must be.
    mutating func open() throws -> JSONReader.Walk { try json.openObject() }

    /// The next key of a table, with its value to be read.
    mutating func nextKey<Key>(
        _ walk: inout JSONReader.Walk, among keys: JSONKeys<Key>
    ) throws -> Key? {
        try json.nextKey(&walk, among: keys)
    }

    /// Reads the whole object that must come: `read` takes each value whose key is one of a table.
    @inline(__always)
    mutating func members<Key>(
        among keys: JSONKeys<Key>, _ read: (Key, inout JSONLine) throws -> Void
    ) throws {
        var walk = try json.openObject()
        while let key = try json.nextKey(&walk, among: keys) { try read(key, &self) }
    }

    /// Reads the objects of an array by `read`; skips other items and other values.
    ///
    /// - Returns: whether it is an array.
    @discardableResult
    mutating func objects(_ read: (inout JSONLine) throws -> Void) throws -> Bool {
        guard try json.kind() == .array else {
            try json.skipValue()
            return false
        }
        var walk = try json.openArray()
        while try json.hasElement(&walk) {
            if try json.kind() == .object { try read(&self) } else { try json.skipValue() }
        }
        return true
    }

    /// Requires that nothing follows the object.
    mutating func end() throws {
        guard json.isAtEnd() else { throw json.fault("expected the end, found \(json.found)") }
    }

    /// A finite number; nil for null, NaN, infinities and numbers out of range.
    @inline(__always)
    mutating func number(_ key: some RawRepresentable<String>) throws -> Double? {
        json.skipSpace()
        // Usually a digit, which decides the kind.
        guard json.next &- 48 < 10 else { return try otherNumber(key) }
        let start = json.position
        let number = try json.number()
        return number.isFinite ? number : unknown(key, from: start)
    }

    @inline(never)
    private mutating func otherNumber(_ key: some RawRepresentable<String>) throws -> Double? {
        let start = json.position
        switch try json.kind() {
        case .number:
            let number = try json.number()
            return number.isFinite ? number : unknown(key, from: start)
        case .notNumber: return noValue(key)
        case .null:
            try json.null()
            return nil
        case .object, .array, .string, .flag: return try mismatch(key, "a number")
        }
    }

    /// Skips a value that is not a number.
    mutating func noValue<Value>(_ key: some RawRepresentable<String>) -> Value? {
        let start = json.position
        json.notNumber()
        return unknown(key, from: start)
    }

    private mutating func unknown<Value>(
        _ key: some RawRepresentable<String>, from start: Int
    ) -> Value? {
        unknownValues += 1
        if firstUnknown == nil {
            let text = String(decoding: json.bytes[start..<json.position], as: UTF8.self)
            let breaks = json.bytes[..<start].count { $0 == UInt8(ascii: "\n") }
            firstUnknown = (key.rawValue, text, breaks)
        }
        return nil
    }

    /// A whole number; nil also for one that is not whole.
    mutating func whole(_ key: some RawRepresentable<String>) throws -> Int? {
        try number(key).flatMap { Int(exactly: $0) }
    }

    /// A string.
    mutating func text(_ key: some RawRepresentable<String>) throws -> String? {
        switch try json.kind() {
        case .string: return try json.string()
        case .null:
            try json.null()
            return nil
        case .notNumber: return noValue(key)
        case .object, .array, .number, .flag: return try mismatch(key, "a string")
        }
    }

    /// True or false.
    mutating func flag(_ key: some RawRepresentable<String>) throws -> Bool? {
        switch try json.kind() {
        case .flag: return try json.flag()
        case .null:
            try json.null()
            return nil
        case .notNumber: return noValue(key)
        case .object, .array, .string, .number: return try mismatch(key, "true or false")
        }
    }

    /// A time or an unreadable text; nil for null.
    mutating func time(_ key: some RawRepresentable<String>) throws -> StatedTime? {
        switch try json.kind() {
        case .string: return try json.withString { StatedTime($0) }
        case .null:
            try json.null()
            return nil
        case .notNumber: return noValue(key)
        case .object, .array, .number, .flag: return try mismatch(key, "a string")
        }
    }

    /// Passes a value of another type.
    private mutating func mismatch<Value>(
        _ key: some RawRepresentable<String>, _ expected: String
    ) throws -> Value? {
        if isStrict { throw Mismatch(key: key.rawValue, expected: expected) }
        try json.skipValue()
        return nil
    }

    /// Reads a value with the reader of the caller.
    mutating func read<Value>(_ body: (inout JSONReader) throws -> Value) rethrows -> Value {
        try body(&json)
    }
}
