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

    /// The instant that RFC 3339 text names, or nil when the text is not of that form.
    ///
    /// Takes any number of fraction digits (beyond nine they are dropped), `T`, `t` or a space
    /// between date and time, `Z`, `z` or a numeric offset, and a leap second `:60`, which becomes
    /// the second before it. A time without zone is refused: it names no instant. So are years
    /// outside of ``years``.
    public init?(rfc3339 text: some StringProtocol) {
        var reader = DigitReader(Array(text.utf8))
        guard let year = reader.number(width: 4), reader.skip(UInt8(ascii: "-")),
            let month = reader.number(width: 2), reader.skip(UInt8(ascii: "-")),
            let day = reader.number(width: 2),
            Self.years.contains(year), let date = CivilDate(year: year, month: month, day: day),
            reader.skip(UInt8(ascii: "T")) || reader.skip(UInt8(ascii: "t"))
                || reader.skip(UInt8(ascii: " ")),
            let hour = reader.number(width: 2), hour < 24, reader.skip(UInt8(ascii: ":")),
            let minute = reader.number(width: 2), minute < 60, reader.skip(UInt8(ascii: ":")),
            let second = reader.number(width: 2), second <= 60
        else { return nil }
        guard let fraction = reader.fraction(), let offset = reader.zoneOffsetMinutes(),
            reader.isAtEnd
        else { return nil }
        let ofDay = Int64(hour * 3600 + minute * 60 + min(second, 59)) * 1_000_000_000 + fraction
        self.init(date: date, nanosecondOfDay: ofDay)
        nanoseconds -= Int64(offset) * 60_000_000_000
    }
}

extension UTCInstant {
    /// The years that are read. An instant can hold more, but any two of these lie less than 292
    /// years apart, zones and some decades of running on included: their difference can be held too.
    public static let years = 1900...2149
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

func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    value >= 0 ? value / divisor : (value - divisor + 1) / divisor
}
