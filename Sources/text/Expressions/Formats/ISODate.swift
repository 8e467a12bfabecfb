internal import Chronology

/// Dates and times as ISO 8601 text.
enum ISODate {
    /// The content of a text: a day, optionally a time of day and an offset.
    struct Reading {
        var date: CivilDate
        var msOfDay: Int?
        var offset_ms: Double?
    }

    /// Parses `2024-03-05`, `2024-03-05T14:07`, `…T14:07:09.250+02:00`; nil for other text.
    static func reading(_ text: Text) -> Reading? {
        var scanner = DigitScanner(text.trimmed.units)
        guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2),
            scanner.skip("-"), let day = scanner.number(2),
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        if scanner.isAtEnd { return Reading(date: date) }
        guard scanner.skip("T") || scanner.skip(" ") || scanner.skip("t"),
            let msOfDay = scanner.timeOfDay(), let offset_ms = scanner.offset(), scanner.isAtEnd
        else { return nil }
        return Reading(date: date, msOfDay: msOfDay, offset_ms: offset_ms)
    }

    /// Parses `14:07`, `14:07:09.250` to milliseconds since midnight; nil for other text.
    static func time(_ text: Text) -> Int? {
        var scanner = DigitScanner(text.trimmed.units)
        guard let msOfDay = scanner.timeOfDay(), scanner.isAtEnd else { return nil }
        return msOfDay
    }

    /// Parses the offset `Z` or `+07:00`; nil for other text.
    static func offset_ms(_ text: Text) -> Double? {
        var scanner = DigitScanner(text.units)
        guard !scanner.isAtEnd, let offset = scanner.offset(), scanner.isAtEnd else { return nil }
        return offset
    }

    static func text(_ date: CivilDate) -> String {
        "\(DatePattern.padded(date.year, width: 4))-\(DatePattern.padded(date.month))"
            + "-\(DatePattern.padded(date.day))"
    }

    static func text(time msOfDay: Int) -> String {
        let parts = DateParts(CivilDate(daysSince1970: 0), msOfDay: msOfDay)
        let whole = [parts.hour, parts.minute, parts.second].map { DatePattern.padded($0) }
            .joined(separator: ":")
        guard parts.millisecond != 0 else { return whole }
        return "\(whole).\(DatePattern.padded(parts.millisecond, width: 3))"
    }

    /// Formats a date with the offset of its zone, or without one where the zone is unknown.
    static func text(_ value: DateValue) -> String {
        let parts = DateParts(value)
        let local = "\(text(parts.date))T\(text(time: parts.msOfDay))"
        guard value.zone.rule != nil else { return local }
        let offset = value.zone.offset_ms(at: value.ms)
        return local
            + (offset == 0 ? "Z" : DatePattern("ZZ").text(parts, offset_ms: offset).string)
    }
}

/// Reads numbers of fixed width.
private struct DigitScanner {
    private let units: [UInt16]
    private var position = 0

    init(_ units: [UInt16]) { self.units = units }

    var isAtEnd: Bool { position == units.count }

    mutating func skip(_ letter: Unicode.Scalar) -> Bool {
        guard position < units.count, UInt32(units[position]) == letter.value else { return false }
        position += 1
        return true
    }

    mutating func number(_ width: Int) -> Int? {
        guard position + width <= units.count else { return nil }
        var value = 0
        for unit in units[position..<position + width] {
            guard (48...57).contains(unit) else { return nil }
            value = value * 10 + Int(unit - 48)
        }
        position += width
        return value
    }

    mutating func timeOfDay() -> Int? {
        guard let hour = number(2), hour < 24, skip(":"), let minute = number(2), minute < 60 else {
            return nil
        }
        var ms = (hour * 60 + minute) * 60_000
        guard skip(":") else { return ms }
        guard let second = number(2), second < 60 else { return nil }
        ms += second * 1000
        guard skip(".") else { return ms }
        var weight = 100
        var count = 0
        while let digit = number(1) {
            ms += digit * weight
            weight /= 10
            count += 1
        }
        return count > 0 ? ms : nil
    }

    /// Returns the milliseconds east of UTC; `.some(nil)` without an offset.
    mutating func offset() -> Double?? {
        if isAtEnd { return .some(nil) }
        if skip("Z") || skip("z") { return 0 }
        guard let sign = skip("+") ? 1 : skip("-") ? -1 : nil, let hours = number(2), hours < 24
        else { return nil }
        _ = skip(":")
        guard let minutes = number(2), minutes < 60 else { return nil }
        return Double(sign * (hours * 60 + minutes) * 60_000)
    }
}
