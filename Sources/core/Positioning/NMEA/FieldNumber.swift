/// The exact decimal number of a sentence field: `mantissa` x 10^-`fractionDigits`.
struct FieldNumber {
    var mantissa: Int64
    var fractionDigits: Int

    /// The maximum number of digits that fit the mantissa; receivers write at most 12.
    static let maximumDigits = 17

    /// Reads the number in the bytes of `range`; nil when they are empty or anything else.
    @inline(__always)
    init?(_ body: Span<UInt8>, _ range: Range<Int>) {
        var offset = range.lowerBound
        let end = range.upperBound
        guard offset < end else { return nil }
        var isNegative = false
        if body[offset] == UInt8(ascii: "-") || body[offset] == UInt8(ascii: "+") {
            isNegative = body[offset] == UInt8(ascii: "-")
            offset &+= 1
        }
        guard end &- offset <= Self.maximumDigits else { return nil }
        var value: Int64 = 0
        var pointOffset = -1
        let firstOffset = offset
        while offset < end {
            let digit = body[offset] &- 48
            if digit < 10 {
                value = value &* 10 &+ Int64(digit)
            } else if body[offset] == UInt8(ascii: "."), pointOffset < 0 {
                pointOffset = offset
            } else {
                let trimmed = trimmingSpaces(body, range)
                guard trimmed != range, let plain = FieldNumber(body, trimmed) else { return nil }
                self = plain
                return
            }
            offset &+= 1
        }
        let points = pointOffset < 0 ? 0 : 1
        guard end &- firstOffset > points else { return nil }
        mantissa = isNegative ? 0 &- value : value
        fractionDigits = pointOffset < 0 ? 0 : end &- pointOffset &- 1
    }

    /// The nearest double.
    @inline(__always)
    var value: Double {
        Double(mantissa) / powerOfTen(fractionDigits)
    }
}

/// Returns the range of a field without the spaces around it.
@inline(never)
func trimmingSpaces(_ body: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, body[start] == UInt8(ascii: " ") { start += 1 }
    while start < end, body[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return start..<end
}

/// Returns 10^`exponent` for 0 ... 17, exact.
@inline(__always)
func powerOfTen(_ exponent: Int) -> Double {
    switch exponent {
    case 0: 1
    case 1: 1e1
    case 2: 1e2
    case 3: 1e3
    case 4: 1e4
    case 5: 1e5
    case 6: 1e6
    case 7: 1e7
    case 8: 1e8
    case 9: 1e9
    case 10: 1e10
    case 11: 1e11
    case 12: 1e12
    case 13: 1e13
    case 14: 1e14
    case 15: 1e15
    case 16: 1e16
    default: 1e17
    }
}
