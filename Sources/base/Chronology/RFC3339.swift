/// The text form of `UTCInstant` on the wire, in logs and in files (RFC 3339).
extension UTCInstant {
    /// The instant as `2026-11-21T07:40:00.123Z`, rounded down to the millisecond.
    public var rfc3339: String {
        let milliseconds = floorDivide(nanoseconds, 1_000_000)
        let days = floorDivide(milliseconds, 86_400_000)
        let ofDay = milliseconds - days * 86_400_000
        let date = CivilDate(daysSince1970: Int(days))
        var text = [UInt8]()
        text.reserveCapacity(24)
        func append(_ value: Int64, width: Int) {
            var divisor: Int64 = 1
            for _ in 1..<width { divisor *= 10 }
            while divisor > 0 {
                text.append(UInt8(48 + (value / divisor) % 10))
                divisor /= 10
            }
        }
        append(Int64(date.year), width: 4)
        text.append(UInt8(ascii: "-"))
        append(Int64(date.month), width: 2)
        text.append(UInt8(ascii: "-"))
        append(Int64(date.day), width: 2)
        text.append(UInt8(ascii: "T"))
        append(ofDay / 3_600_000, width: 2)
        text.append(UInt8(ascii: ":"))
        append(ofDay / 60_000 % 60, width: 2)
        text.append(UInt8(ascii: ":"))
        append(ofDay / 1000 % 60, width: 2)
        text.append(UInt8(ascii: "."))
        append(ofDay % 1000, width: 3)
        text.append(UInt8(ascii: "Z"))
        return String(decoding: text, as: UTF8.self)
    }

    /// Parses RFC 3339 text; nil when the text does not have the form of ``RFC3339Time`` or its
    /// year is outside ``years``.
    public init?(rfc3339 text: some StringProtocol) {
        guard let instant = RFC3339Time(text)?.instant else { return nil }
        self = instant
    }
}

extension UTCInstant {
    /// The accepted years. An instant can hold more, but any two instants of these years, time
    /// zones and some decades of running time included, differ by less than 292 years, so that
    /// their difference can be held, too.
    public static let years = 1900...2149
}

extension UTCInstant {
    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
    public var wholeSeconds: Int64 { floorDivide(nanoseconds, 1_000_000_000) }
}

func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
}
