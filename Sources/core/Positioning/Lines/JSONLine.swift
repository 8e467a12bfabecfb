import Chronology
import JSONText

/// A JSON object in a line while it is being read, with a record of values that are not numbers.
struct JSONLine {
    /// Why a value is invalid for its key.
    struct Mismatch: Error {
        let key: String
        /// The expected type, such as `a number`.
        let expected: String
    }

    /// The maximum length of a line of a source in bytes: gpsd's own longest lines (SKY with all
    /// constellations) are near 16 KiB.
    static let maximumLength = 64 * 1024

    private(set) var json: JSONReader
    /// Whether a value of another type throws a `Mismatch`; otherwise it counts as unknown.
    private let isStrict: Bool
    /// The number of values that are not valid numbers (NaN, infinite or out of range).
    private(set) var unknownValues = 0
    /// The key and text of the first such value, and the number of line breaks before it.
    private(set) var firstUnknown: (key: String, text: String, breaks: Int)?

    /// Creates a reader of a line without its line feed.
    init(_ bytes: [UInt8], isStrict: Bool) {
        json = JSONReader(bytes, maximumDepth: maximumJSONDepth)
        self.isStrict = isStrict
    }

    /// Opens the object that the line must contain.
    mutating func open() throws -> JSONReader.Walk { try json.openObject() }

    /// Returns the next key of a table; the caller reads its value. Nil at the end of the object.
    mutating func nextKey<Key>(
        _ walk: inout JSONReader.Walk, among keys: JSONKeys<Key>
    ) throws -> Key? {
        try json.nextKey(&walk, among: keys)
    }

    /// Reads the object that must follow. `read` must read each value whose key is in the table.
    @inline(__always)
    mutating func members<Key>(
        among keys: JSONKeys<Key>, _ read: (Key, inout JSONLine) throws -> Void
    ) throws {
        var walk = try json.openObject()
        while let key = try json.nextKey(&walk, among: keys) { try read(key, &self) }
    }

    /// Reads the objects of an array with `read`; skips other elements and other values.
    ///
    /// - Returns: whether the value is an array.
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

    /// Reads a finite number; returns nil for null, NaN, infinities and numbers out of range.
    @inline(__always)
    mutating func number(_ key: some RawRepresentable<String>) throws -> Double? {
        json.skipSpace()
        // Usually the next byte is a digit, which decides the kind.
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

    /// Skips a value such as NaN and records it.
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

    /// Reads a whole number; returns nil also for a number that is not whole.
    mutating func whole(_ key: some RawRepresentable<String>) throws -> Int? {
        try number(key).flatMap { Int(exactly: $0) }
    }

    /// Reads a string; returns nil for null.
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

    /// Reads true or false; returns nil for null.
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

    /// Reads a time or an unreadable text; returns nil for null.
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

    /// Throws for a value of another type if the line is strict; otherwise skips it.
    private mutating func mismatch<Value>(
        _ key: some RawRepresentable<String>, _ expected: String
    ) throws -> Value? {
        if isStrict { throw Mismatch(key: key.rawValue, expected: expected) }
        try json.skipValue()
        return nil
    }

    /// Reads a value with the caller's function.
    mutating func read<Value>(_ body: (inout JSONReader) throws -> Value) rethrows -> Value {
        try body(&json)
    }
}
