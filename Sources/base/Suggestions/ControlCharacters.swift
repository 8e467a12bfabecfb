extension String {
    /// Whether the text has a control character (C0, DEL or C1).
    public var hasControls: Bool { unicodeScalars.contains(where: \.isControl) }

    /// Returns the text with a space in place of each control character (C0, DEL and C1).
    ///
    /// - Parameter allowed: control characters that are not replaced.
    public func withoutControls(except allowed: Set<Unicode.Scalar> = []) -> String {
        func isRefused(_ scalar: Unicode.Scalar) -> Bool {
            scalar.isControl && !allowed.contains(scalar)
        }
        guard unicodeScalars.contains(where: isRefused) else { return self }
        return String(UnicodeScalarView(unicodeScalars.map { isRefused($0) ? " " : $0 }))
    }

    /// Returns the text as people may see it: control characters, line and paragraph separators and
    /// bidi controls are written as JSON writes them, such as `\n` and `\u202e`. Text from outside
    /// must not move the cursor of a terminal, begin a line, or change the order of letters.
    ///
    /// - Parameter allowed: characters that are not replaced.
    public func escapingControls(except allowed: Set<Unicode.Scalar> = []) -> String {
        func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
            scalar.isMisleading && !allowed.contains(scalar)
        }
        guard unicodeScalars.contains(where: isEscaped) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if isEscaped(scalar) {
                text += scalar.jsonEscape
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether this is of the general category Cc, which never changes.
    fileprivate var isControl: Bool { value < 0x20 || 0x7F...0x9F ~= value }

    /// Whether this is a control character, a separator (U+2028, U+2029), or a bidi embedding,
    /// override or isolate (U+202A to U+202E, U+2066 to U+2069).
    fileprivate var isMisleading: Bool {
        isControl || 0x2028...0x202E ~= value || 0x2066...0x2069 ~= value
    }

    /// `\n`, `\r`, `\t`, or `\u` with four digits, which suffice for each misleading character.
    fileprivate var jsonEscape: String {
        switch self {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        default:
            let digits = String(value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }
}
