/// The fields that several sentences share. Each reader reports invalid fields; empty fields are
/// valid and do not change the observation.
extension Observation {
    static let nanosecondsPerDay: Int64 = 86_400_000_000_000

    /// Reads `hhmmss[.fraction]`. Second 60 is a leap second before midnight; in any other minute
    /// the receiver has rounded up, and it means the next minute.
    @inline(__always)
    mutating func readTime(_ body: Span<UInt8>, _ range: Range<Int>) -> Bool {
        if range.isEmpty { return true }
        guard range.count >= 6 else { return false }
        let start = range.lowerBound
        let hour = twoDigits(body, start)
        let minute = twoDigits(body, start &+ 2)
        let second = twoDigits(body, start &+ 4)
        guard hour < 24, minute < 60, second <= 60 else { return false }
        var fraction: Int64 = 0
        if range.count > 6 {
            guard body[start &+ 6] == UInt8(ascii: ".") else { return false }
            var scale: Int64 = 100_000_000
            var offset = start &+ 7
            while offset < range.upperBound {
                let digit = body[offset] &- 48
                guard digit < 10 else { return false }
                fraction &+= Int64(digit) &* scale
                scale /= 10
                offset &+= 1
            }
        }
        let ofDay = (hour &* 60 &+ minute) &* 60 &+ second
        timeOfDay = Int64(ofDay) &* 1_000_000_000 &+ fraction
        return true
    }

    /// Reads `ddmm.m`, hemisphere, `dddmm.m`, hemisphere from the four fields at `first`.
    ///
    /// Some programs omit zeros before the degrees, which does not change the value. Others omit
    /// the zero of minutes below ten, which does: a short coordinate beside a padded one is
    /// refused.
    @inline(__always)
    mutating func readPosition(
        _ body: Span<UInt8>, _ fields: SentenceFields, _ first: Int
    ) -> DiscardReason? {
        let latitudeRange = fields[first]
        let longitudeRange = fields[first &+ 2]
        if latitudeRange.isEmpty && longitudeRange.isEmpty { return nil }
        let north = fields[first &+ 1]
        let east = fields[first &+ 3]
        let latitudeAngle = FieldAngle(body, latitudeRange)
        let longitudeAngle = FieldAngle(body, longitudeRange)
        let latitude = latitudeAngle.degrees
        let longitude = longitudeAngle.degrees
        // Comparisons with NaN are false: this check refuses NaN, the next one values out of range.
        guard latitude >= 0, longitude >= 0 else { return .malformed }
        let hasFewDigits = latitudeAngle.wholeDigits < 4 || longitudeAngle.wholeDigits < 5
        if hasFewDigits, lacksDigit(latitudeAngle, longitudeAngle) { return .missingDigit }
        guard latitude <= 90, longitude <= 180 else { return .outOfRange }
        if !hasFewDigits { isFullWidth = longitudeAngle.isPadded }
        switch Self.letter(body, north) {
        case UInt8(ascii: "N"): self.latitude = latitude
        case UInt8(ascii: "S"): self.latitude = -latitude
        default: return .malformed
        }
        switch Self.letter(body, east) {
        case UInt8(ascii: "E"): self.longitude = longitude
        case UInt8(ascii: "W"): self.longitude = -longitude
        default: return .malformed
        }
        hasPosition = true
        return nil
    }

    /// Whether a sentence with fewer than four digits of latitude or five of longitude before the
    /// point lacks one. Sets `isShort` for a comparison with other sentences of its talker.
    @inline(never)
    private mutating func lacksDigit(_ latitude: FieldAngle, _ longitude: FieldAngle) -> Bool {
        let isLatitudeShort = latitude.wholeDigits < 4 && latitude.degrees > 0
        let isLongitudeShort = longitude.wholeDigits < 5 && longitude.degrees > 0
        isShort = isLatitudeShort || isLongitudeShort
        // Some programs pad both coordinates to four digits.
        return isLatitudeShort && !latitude.isPadded && longitude.isPadded
            || isLongitudeShort && longitude.wholeDigits < 4 && !longitude.isPadded
                && latitude.isPadded
    }

    /// Returns the one letter of a field, without the spaces that some receivers add; 0 for any
    /// other content.
    @inline(__always)
    private static func letter(_ body: Span<UInt8>, _ range: Range<Int>) -> UInt8 {
        if range.count == 1 { return body[range.lowerBound] }
        let plain = trimmingSpaces(body, range)
        return plain.count == 1 ? body[plain.lowerBound] : 0
    }

    /// Returns the number of a field; NaN when it is empty or not a number.
    @inline(__always)
    static func number(_ body: Span<UInt8>, _ range: Range<Int>) -> Double {
        FieldNumber(body, range)?.value ?? .nan
    }

    /// Returns a whole number from 0 to 999; -1 when the field is empty or anything else.
    @inline(__always)
    static func count(_ body: Span<UInt8>, _ range: Range<Int>) -> Int {
        guard let number = FieldNumber(body, range), number.fractionDigits == 0,
            number.mantissa >= 0, number.mantissa < 1000
        else { return -1 }
        return Int(number.mantissa)
    }

    /// Returns an angle normalized to 0 ..< 360 degrees; NaN below -360 or above 360.
    @inline(__always)
    static func angle(_ body: Span<UInt8>, _ range: Range<Int>) -> Double {
        let value = number(body, range)
        if value >= 0, value < 360 { return value }
        if value == 360 { return 0 }
        return value < 0 && value >= -360 ? value + 360 : .nan
    }

    /// Returns a dilution of precision; NaN for "unknown": 0, 99 and more, or an empty field.
    @inline(__always)
    static func dilution(_ body: Span<UInt8>, _ range: Range<Int>) -> Double {
        let value = number(body, range)
        return value > 0 && value < 99 ? value : .nan
    }

    /// Returns the verdict of a mode letter (NMEA 2.3 and later); `silent` for any other byte.
    @inline(__always)
    static func verdict(ofMode letter: UInt8) -> Verdict {
        switch letter {
        case UInt8(ascii: "A"), UInt8(ascii: "D"), UInt8(ascii: "F"), UInt8(ascii: "P"),
            UInt8(ascii: "R"):
            .valid
        case UInt8(ascii: "E"): .deadReckoned
        case UInt8(ascii: "M"), UInt8(ascii: "S"): .notMeasured
        case UInt8(ascii: "N"): .void
        default: .silent
        }
    }

    /// Returns the verdict of a field with one mode letter; `silent` for any other length.
    @inline(__always)
    static func verdict(ofMode body: Span<UInt8>, _ range: Range<Int>) -> Verdict {
        range.count == 1 ? verdict(ofMode: body[range.lowerBound]) : .silent
    }
}

/// Returns two digits as a number; 100 when one is not a digit.
@inline(__always)
private func twoDigits(_ body: Span<UInt8>, _ offset: Int) -> Int {
    let tens = body[offset] &- 48
    let ones = body[offset &+ 1] &- 48
    return tens < 10 && ones < 10 ? Int(tens) &* 10 &+ Int(ones) : 100
}
