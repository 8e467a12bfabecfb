/// A text of the language: UTF-16 code units, addressable one by one, surrogates included.
struct Text: Hashable, Sendable {
    /// The code units.
    var units: [UInt16]

    /// Creates a text of these units.
    init(units: some Sequence<UInt16>) { self.units = Array(units) }

    /// Creates the text of a string.
    init(_ string: String) { units = Array(string.utf16) }

    /// The string; an unpaired surrogate becomes U+FFFD.
    var string: String { String(decoding: units, as: UTF16.self) }

    /// The size in bytes.
    var byteCount: Int { units.count * 2 }

    /// The text with ASCII letters in lower case, for comparing names and keys.
    var folded: Text {
        Text(units: units.map { (65...90).contains($0) ? $0 + 32 : $0 })
    }

    /// The text without white space at both ends.
    var trimmed: Text {
        let start = units.firstIndex { !Self.isSpace($0) } ?? units.endIndex
        let end = units.lastIndex { !Self.isSpace($0) }.map { $0 + 1 } ?? units.endIndex
        return Text(units: units[start..<max(start, end)])
    }

    /// White space and line ends of ECMAScript.
    static func isSpace(_ unit: UInt16) -> Bool {
        switch unit {
        case 9...13, 32, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
            0xFEFF:
            true
        default: false
        }
    }

    /// Returns the first index of `needle` at `start` or later; nil when there is none.
    func firstIndex(of needle: Text, from start: Int = 0) -> Int? {
        guard !needle.units.isEmpty else { return start <= units.count ? start : nil }
        return places(of: needle, from: start, limit: 1).first
    }

    /// Returns the indices of a non-empty text, without overlaps (Knuth, Morris and Pratt: linear
    /// for all inputs).
    func places(of needle: Text, from start: Int = 0, limit: Int = .max) -> [Int] {
        let wanted = needle.units
        guard start < units.count else { return [] }
        var fallback = [Int](repeating: 0, count: wanted.count)
        var matched = 0
        for index in wanted.indices.dropFirst() {
            while matched > 0, wanted[index] != wanted[matched] { matched = fallback[matched - 1] }
            if wanted[index] == wanted[matched] { matched += 1 }
            fallback[index] = matched
        }
        var places: [Int] = []
        matched = 0
        for index in start..<units.count where places.count < limit {
            while matched > 0, units[index] != wanted[matched] { matched = fallback[matched - 1] }
            if units[index] == wanted[matched] { matched += 1 }
            guard matched == wanted.count else { continue }
            places.append(index + 1 - matched)
            matched = 0
        }
        return places
    }
}

extension Text: Comparable {
    /// Compares by code unit.
    static func < (left: Text, right: Text) -> Bool {
        left.units.lexicographicallyPrecedes(right.units)
    }
}

extension Text: ExpressibleByStringLiteral {
    init(stringLiteral value: String) { self.init(value) }
}
