/// A time of the years 0 to 9999, parsed from RFC 3339 text.
public struct RFC3339Time: Hashable, Sendable {
    /// The date in the time zone of the text.
    public let date: CivilDate
    private let nanosecondOfDay: Int64
    private let offset_min: Int

    /// The reason why a text is not a time.
    public enum Fault: Error, Hashable, Sendable {
        /// The text is malformed.
        case form
        /// The text has no time zone and so does not determine an instant.
        case noZone
    }

    /// Parses the text; nil when it is malformed.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard let time = try? RFC3339Time(bytes.span) else { return nil }
        self = time
    }

    /// Parses the text.
    ///
    /// Accepts any number of fraction digits (those beyond nine are dropped), `T`, `t` or a space
    /// between date and time, `Z`, `z` or a numeric offset such as `+02:00`, `+0200` or `+02` (as
    /// Java, ROS and PostgreSQL write it), and a leap second `:60`, which becomes the second before
    /// it.
    public init(_ text: Span<UInt8>) throws(Fault) {
        var reader = DigitReader()
        guard let year = reader.number(text, width: 4), reader.skip(text, UInt8(ascii: "-")),
            let month = reader.number(text, width: 2), reader.skip(text, UInt8(ascii: "-")),
            let day = reader.number(text, width: 2),
            let date = CivilDate(year: year, month: month, day: day),
            reader.skip(text, UInt8(ascii: "T")) || reader.skip(text, UInt8(ascii: "t"))
                || reader.skip(text, UInt8(ascii: " ")),
            let hour = reader.number(text, width: 2), hour < 24,
            reader.skip(text, UInt8(ascii: ":")),
            let minute = reader.number(text, width: 2), minute < 60,
            reader.skip(text, UInt8(ascii: ":")),
            let second = reader.number(text, width: 2), second <= 60,
            let fraction = reader.fraction(text)
        else { throw .form }
        if reader.position == text.count { throw .noZone }
        guard let offset_min = reader.zoneOffsetMinutes(text), reader.position == text.count
        else { throw .form }
        self.date = date
        let secondOfDay = hour * 3600 + minute * 60 + min(second, 59)
        nanosecondOfDay = Int64(secondOfDay) * 1_000_000_000 + fraction
        self.offset_min = offset_min
    }

    /// The instant; nil when the year is outside ``UTCInstant/years``.
    public var instant: UTCInstant? {
        guard UTCInstant.years.contains(date.year) else { return nil }
        let local = UTCInstant(date: date, nanosecondOfDay: nanosecondOfDay)
        return UTCInstant(nanoseconds: local.nanoseconds - Int64(offset_min) * 60_000_000_000)
    }
}

/// Reads fixed-width numbers from the front of ASCII text.
private struct DigitReader {
    private(set) var position = 0

    mutating func skip(_ text: Span<UInt8>, _ byte: UInt8) -> Bool {
        guard position < text.count, text[position] == byte else { return false }
        position += 1
        return true
    }

    mutating func number(_ text: Span<UInt8>, width: Int) -> Int? {
        guard position + width <= text.count else { return nil }
        var value = 0
        for index in position..<position + width {
            let digit = text[index] &- 48
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        position += width
        return value
    }

    /// Reads the nanoseconds of a fraction such as `.25`; 0 without one, nil for a bare dot.
    mutating func fraction(_ text: Span<UInt8>) -> Int64? {
        guard skip(text, UInt8(ascii: ".")) else { return 0 }
        var value: Int64 = 0
        var digits = 0
        while let digit = number(text, width: 1) {
            if digits < 9 { value = value * 10 + Int64(digit) }
            digits += 1
        }
        guard digits > 0 else { return nil }
        while digits < 9 {
            value *= 10
            digits += 1
        }
        return value
    }

    mutating func zoneOffsetMinutes(_ text: Span<UInt8>) -> Int? {
        if skip(text, UInt8(ascii: "Z")) || skip(text, UInt8(ascii: "z")) { return 0 }
        let sign: Int
        if skip(text, UInt8(ascii: "+")) {
            sign = 1
        } else if skip(text, UInt8(ascii: "-")) {
            sign = -1
        } else {
            return nil
        }
        guard let hours = number(text, width: 2), hours < 24 else { return nil }
        if position == text.count { return sign * hours * 60 }
        _ = skip(text, UInt8(ascii: ":"))
        guard let minutes = number(text, width: 2), minutes < 60 else { return nil }
        return sign * (hours * 60 + minutes)
    }
}
