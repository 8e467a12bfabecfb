extension JSONReader {
    /// Reads a number, rounded to the nearest double; infinite beyond the range of double.
    public mutating func number() throws(JSONFault) -> Double {
        skipSpace()
        let start = position
        let decimal = Decimal(bytes.span, from: start)
        position = decimal.end
        guard decimal.isComplete else { throw fault("expected a digit, found \(found)") }
        guard !decimal.beginsWithZero else {
            position = decimal.pointAt
            throw fault("a number must not begin with 0")
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            return try slowNumber(from: start)
        }
        return if let number = decimal.exactDouble { number } else { try slowNumber(from: start) }
    }

    /// Numbers with an exponent or more digits than a double holds: rare, so left to the library.
    private mutating func slowNumber(from start: Int) throws(JSONFault) -> Double {
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            let first = position
            while next &- 48 < 10 { position += 1 }
            guard position > first else { throw fault("expected a digit, found \(found)") }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let value = Double(text) else { throw fault("the number \(text) cannot be read") }
        return value
    }
}

/// The sign and the digits of a number in a text, up to its exponent.
private struct Decimal {
    private var mantissa: UInt64 = 0
    private let isNegative: Bool
    /// The index after the last digit.
    private(set) var end: Int
    /// The index after the digits before the decimal point.
    private(set) var pointAt: Int
    /// The number of digits before and after the decimal point.
    private var count: Int
    private var decimals = 0
    /// Whether there are digits where they are required.
    private(set) var isComplete: Bool
    /// Whether further digits follow a leading 0.
    private(set) var beginsWithZero: Bool

    @inline(__always)
    init(_ text: Span<UInt8>, from start: Int) {
        isNegative = start < text.count && text[start] == UInt8(ascii: "-")
        let first = isNegative ? start &+ 1 : start
        (mantissa, end) = Self.digits(text, from: first, 0)
        (pointAt, count) = (end, end &- first)
        isComplete = count > 0
        beginsWithZero = count > 1 && text[first] == UInt8(ascii: "0")
        guard isComplete, end < text.count, text[end] == UInt8(ascii: ".") else {
            return
        }
        (mantissa, end) = Self.digits(text, from: end &+ 1, mantissa)
        decimals = end &- pointAt &- 1
        count &+= decimals
        isComplete = decimals > 0
    }

    /// Appends the digits from an index on to a number; returns it with the index after them.
    @inline(__always)
    private static func digits(
        _ text: Span<UInt8>, from start: Int, _ number: UInt64
    ) -> (UInt64, Int) {
        var (mantissa, end) = (number, start)
        while end < text.count {
            // In bounds by the condition.
            let digit = unsafe text[unchecked: end] &- 48
            guard digit < 10 else { break }
            mantissa = mantissa &* 10 &+ UInt64(digit)
            end &+= 1
        }
        return (mantissa, end)
    }

    /// The nearest double, where one division is exact: both operands are exact below 2 to the
    /// power of 53 and up to 10 to the power of 22, and IEEE 754 rounds their quotient correctly
    /// (W. D. Clinger, "How to Read Floating Point Numbers Accurately", 1990). Else nil.
    @inline(__always)
    var exactDouble: Double? {
        // Nineteen digits cannot overflow 64 bits.
        guard count <= 19, mantissa < 1 << 53, decimals <= 22 else { return nil }
        let magnitude =
            decimals == 0 ? Double(mantissa) : Double(mantissa) / powersOfTen[decimals]
        return isNegative ? -magnitude : magnitude
    }
}

private let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]
