/// Identifies an event database: a random number drawn when the database is created.
///
/// Event numbers are unique within an epoch. A new epoch shows readers that their cursors are
/// invalid.
public struct Epoch: Sendable, Hashable {
    /// The random number.
    public var bits: UInt64

    /// The epoch with that number.
    public init(bits: UInt64) {
        self.bits = bits
    }

    /// A new random epoch.
    static func random() -> Epoch { Epoch(bits: .random(in: 1 ... .max)) }

    /// Parses 16 hexadecimal digits; nil for anything else.
    public init?(parsing text: String) {
        guard text.utf8.count == 16, text.allSatisfy(\.isHexDigit),
            let bits = UInt64(text, radix: 16)
        else { return nil }
        self.bits = bits
    }
}

extension Epoch: CustomStringConvertible {
    /// 16 lower-case hexadecimal digits.
    public var description: String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
