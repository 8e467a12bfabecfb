extension JSONReader {
    /// Reads a number, rounded to the nearest double; infinite beyond the range of double.
    public mutating func number() throws(JSONFault) -> Double {
        skipSpace()
        let start = position
        var digits = Decimal()
        let isNegative = next == UInt8(ascii: "-")
        if isNegative { position += 1 }
        let first = next
        try readDigits(into: &digits)
        guard first != UInt8(ascii: "0") || digits.count == 1 else {
            throw fault("a number must not begin with 0")
        }
        if next == UInt8(ascii: ".") {
            position += 1
            let before = digits.count
            try readDigits(into: &digits)
            digits.exponent = before - digits.count
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            return try slowNumber(from: start)
        }
        guard let magnitude = digits.exactDouble else { return try slowNumber(from: start) }
        return isNegative ? -magnitude : magnitude
    }

    @inline(__always)
    private mutating func readDigits(into digits: inout Decimal) throws(JSONFault) {
        let end = digits.take(bytes.span, from: position)
        guard end > position else { throw fault("expected a digit, found \(found)") }
        position = end
    }

    /// Numbers with an exponent or more digits than a double holds: rare, so left to the library.
    private mutating func slowNumber(from start: Int) throws(JSONFault) -> Double {
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            var exponent = Decimal()
            try readDigits(into: &exponent)
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let value = Double(text) else { throw fault("the number \(text) cannot be read") }
        return value
    }
}

/// 10 to the power of the number of digits, up to eight.
private let scales: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
]

/// The digits read so far: `mantissa` x 10 to the power of `exponent`.
private struct Decimal {
    var mantissa: UInt64 = 0
    var count = 0
    var exponent = 0

    /// Appends the digits at an index of a text and returns the index after them.
    @inline(__always)
    mutating func take(_ text: Span<UInt8>, from start: Int) -> Int {
        var end = start
        while text.count &- end >= ByteLanes.count {
            let some = ByteLanes(whole: text, at: end).leadingDigits
            mantissa = mantissa &* scales[some.count] &+ some.value
            end &+= some.count
            guard some.count == ByteLanes.count else {
                count &+= end &- start
                return end
            }
        }
        while end < text.count {
            // In bounds by the check above.
            let digit = unsafe text[unchecked: end] &- 48
            guard digit < 10 else { break }
            mantissa = mantissa &* 10 &+ UInt64(digit)
            end &+= 1
        }
        count &+= end &- start
        return end
    }

    /// The nearest double, where one division is exact: both operands are exact below 2 to the
    /// power of 53 and up to 10 to the power of 22, and IEEE 754 rounds their quotient correctly
    /// (W. D. Clinger, "How to Read Floating Point Numbers Accurately", 1990). Else nil.
    @inline(__always)
    var exactDouble: Double? {
        // Nineteen digits cannot overflow 64 bits.
        guard count <= 19, mantissa < 1 << 53, exponent >= -22 else { return nil }
        return exponent == 0 ? Double(mantissa) : Double(mantissa) / powersOfTen[-exponent]
    }
}

private let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]
