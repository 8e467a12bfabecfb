/// An angle in a sentence field, `dddmm.m`: degrees, then minutes with two digits before the point.
struct FieldAngle {
    /// Degrees, not negative; infinite when the minutes exceed 60; NaN when the field is not an
    /// angle. Receivers that round write 60 minutes instead of a further degree.
    let degrees: Double
    /// The number of digits before the point.
    let wholeDigits: Int
    /// Whether the degrees are padded with zeros to a fixed width.
    let isPadded: Bool

    /// The maximum number of digits before the point, and after it. No receiver sends more before
    /// the point; further digits after the point are finer than two micrometres.
    static let maximumDigits = 9

    /// Reads the angle of a field.
    ///
    /// Uses integer arithmetic up to one division, so that the result is the nearest double.
    @inline(__always)
    init(_ body: Span<UInt8>, _ range: Range<Int>) {
        var offset = range.lowerBound
        let end = range.upperBound
        var whole: Int64 = 0
        while offset < end {
            let digit = body[offset] &- 48
            guard digit < 10 else { break }
            whole = whole &* 10 &+ Int64(digit)
            offset &+= 1
        }
        let wholeDigits = offset &- range.lowerBound
        var fraction: Int64 = 0
        var fractionDigits = 0
        if offset < end, body[offset] == UInt8(ascii: ".") {
            offset &+= 1
            let start = offset
            while offset < end {
                let digit = body[offset] &- 48
                guard digit < 10 else { break }
                fraction = fraction &* 10 &+ Int64(digit)
                offset &+= 1
            }
            fractionDigits = offset &- start
        }
        guard offset == end, wholeDigits > 0, wholeDigits <= Self.maximumDigits,
            fractionDigits <= Self.maximumDigits
        else {
            let plain = Self.plain(body, range)
            if plain == range {
                degrees = .nan
                self.wholeDigits = 0
                isPadded = false
            } else {
                self = FieldAngle(body, plain)
            }
            return
        }
        self.wholeDigits = wholeDigits
        isPadded = wholeDigits > 1 && body[range.lowerBound] == UInt8(ascii: "0")
        let wholeDegrees = whole / 100
        let minutes = whole &- wholeDegrees &* 100
        guard minutes < 60 || minutes == 60 && fraction == 0 else {
            degrees = .infinity
            return
        }
        let scale = powerOfTen(fractionDigits)
        let total = (wholeDegrees &* 60 &+ minutes) &* Int64(scale) &+ fraction
        degrees = Double(total) / (60 * scale)
    }

    /// Returns the field without the spaces that old marine receivers add, and without excess
    /// digits.
    @inline(never)
    private static func plain(_ body: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        let trimmed = trimmingSpaces(body, range)
        var point = trimmed.lowerBound
        while point < trimmed.upperBound, body[point] != UInt8(ascii: ".") { point += 1 }
        var end = min(point + 1 + maximumDigits, trimmed.upperBound)
        while end < trimmed.upperBound, body[end] &- 48 < 10 { end += 1 }
        // Anything but digits beyond the limit makes the field invalid.
        guard end == trimmed.upperBound else { return range }
        return trimmed.lowerBound..<min(point + 1 + maximumDigits, end)
    }
}
