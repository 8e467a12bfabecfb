/// A time of any year from 0 to 9999, as RFC 3339 text gives it.
public struct RFC3339Time: Hashable, Sendable {
    /// The date in the zone of the text.
    public let date: CivilDate
    private let nanosecondOfDay: Int64
    private let offset_min: Int

    /// The time that the text gives, or nil when it is not of that form.
    ///
    /// Takes any number of fraction digits (beyond nine they are dropped), `T`, `t` or a space
    /// between date and time, `Z`, `z` or a numeric offset, and a leap second `:60`, which becomes
    /// the second before it. A time without zone is refused: it names no instant.
    public init?(_ text: some StringProtocol) {
        var reader = DigitReader(Array(text.utf8))
        guard let year = reader.number(width: 4), reader.skip(UInt8(ascii: "-")),
            let month = reader.number(width: 2), reader.skip(UInt8(ascii: "-")),
            let day = reader.number(width: 2),
            let date = CivilDate(year: year, month: month, day: day),
            reader.skip(UInt8(ascii: "T")) || reader.skip(UInt8(ascii: "t"))
                || reader.skip(UInt8(ascii: " ")),
            let hour = reader.number(width: 2), hour < 24, reader.skip(UInt8(ascii: ":")),
            let minute = reader.number(width: 2), minute < 60, reader.skip(UInt8(ascii: ":")),
            let second = reader.number(width: 2), second <= 60
        else { return nil }
        guard let fraction = reader.fraction(), let offset_min = reader.zoneOffsetMinutes(),
            reader.isAtEnd
        else { return nil }
        self.date = date
        let secondOfDay = hour * 3600 + minute * 60 + min(second, 59)
        nanosecondOfDay = Int64(secondOfDay) * 1_000_000_000 + fraction
        self.offset_min = offset_min
    }

    /// The instant; nil when the year is none of ``UTCInstant/years``.
    public var instant: UTCInstant? {
        guard UTCInstant.years.contains(date.year) else { return nil }
        let local = UTCInstant(date: date, nanosecondOfDay: nanosecondOfDay)
        return UTCInstant(nanoseconds: local.nanoseconds - Int64(offset_min) * 60_000_000_000)
    }
}

/// Reads fixed-width numbers off the front of ASCII text.
private struct DigitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    mutating func number(width: Int) -> Int? {
        guard position + width <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[position..<position + width] {
            guard byte >= 48, byte <= 57 else { return nil }
            value = value * 10 + Int(byte - 48)
        }
        position += width
        return value
    }

    /// Nanoseconds of a fraction such as `.25`; 0 when there is none, nil for a bare dot.
    mutating func fraction() -> Int64? {
        guard skip(UInt8(ascii: ".")) else { return 0 }
        var value: Int64 = 0
        var digits = 0
        while position < bytes.count, bytes[position] >= 48, bytes[position] <= 57 {
            if digits < 9 { value = value * 10 + Int64(bytes[position] - 48) }
            digits += 1
            position += 1
        }
        guard digits > 0 else { return nil }
        while digits < 9 {
            value *= 10
            digits += 1
        }
        return value
    }

    mutating func zoneOffsetMinutes() -> Int? {
        if skip(UInt8(ascii: "Z")) || skip(UInt8(ascii: "z")) { return 0 }
        let sign: Int
        if skip(UInt8(ascii: "+")) {
            sign = 1
        } else if skip(UInt8(ascii: "-")) {
            sign = -1
        } else {
            return nil
        }
        guard let hours = number(width: 2), hours < 24, skip(UInt8(ascii: ":")),
            let minutes = number(width: 2), minutes < 60
        else { return nil }
        return sign * (hours * 60 + minutes)
    }
}
