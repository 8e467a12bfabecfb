internal import Chronology

/// A date format: `dddd, MMMM D, Y @ h:mm A`. Letters that are not a code, and text in square
/// brackets, are literal; names are English.
struct DatePattern {
    private let units: [UInt16]

    /// What a text of a pattern says; nil for the parts that it does not.
    struct Reading {
        var date: CivilDate?
        var msOfDay: Int?
        var offset_ms: Double?
    }

    init(_ pattern: Text) { units = pattern.units }

    /// Formats the parts; `offset_ms` is nil for an unknown zone.
    func text(_ parts: DateParts, offset_ms: Double?) -> Text {
        var out: [UInt16] = []
        var index = 0
        let lastEnd = units.lastIndex(of: UInt16(UInt8(ascii: "]"))) ?? -1
        while index < units.count {
            let unit = units[index]
            if unit == UInt16(UInt8(ascii: "[")), index < lastEnd,
                let end = units[index...].firstIndex(of: UInt16(UInt8(ascii: "]")))
            {
                out += units[index + 1..<end]
                index = end + 1
                continue
            }
            let length = units[index...].prefix { $0 == unit }.count
            let letter = Unicode.Scalar(unit).map(Character.init) ?? " "
            if let written = Self.code(letter, length, parts, offset_ms) {
                out += written.utf16
            } else {
                out += units[index..<index + length]
            }
            index += length
        }
        return Text(units: out)
    }

    /// Parses a text of this pattern; nil for other text. Names of months and days are read in any
    /// case. A day without a month or a number is the first one, and a year of two digits is of this
    /// century.
    func read(_ text: Text) -> Reading? {
        var scanner = PatternScanner(text.trimmed.units)
        var index = 0
        let lastEnd = units.lastIndex(of: UInt16(UInt8(ascii: "]"))) ?? -1
        while index < units.count {
            let unit = units[index]
            if unit == UInt16(UInt8(ascii: "[")), index < lastEnd,
                let end = units[index...].firstIndex(of: UInt16(UInt8(ascii: "]")))
            {
                guard scanner.skip(units[index + 1..<end]) else { return nil }
                index = end + 1
                continue
            }
            let length = units[index...].prefix { $0 == unit }.count
            let letter = Unicode.Scalar(unit).map(Character.init) ?? " "
            guard
                scanner.read(letter, length, months: Self.months, weekdays: Self.weekdays)
                    ?? scanner.skip(units[index..<index + length])
            else { return nil }
            index += length
        }
        return scanner.isAtEnd ? scanner.parts : nil
    }

    private static func code(
        _ letter: Character, _ length: Int, _ parts: DateParts, _ offset_ms: Double?
    ) -> String? {
        switch letter {
        case "D":
            switch length {
            case 1: "\(parts.date.day)"
            case 2: padded(parts.date.day)
            default: "\(parts.dayOfYear)"
            }
        case "d":
            switch length {
            case 1: "\(parts.weekday + 1)"
            case 2: padded(parts.weekday + 1)
            case 3: String(weekdays[parts.weekday].prefix(3))
            default: weekdays[parts.weekday]
            }
        case "M":
            switch length {
            case 1: "\(parts.date.month)"
            case 2: padded(parts.date.month)
            case 3: String(months[parts.date.month - 1].prefix(3))
            default: months[parts.date.month - 1]
            }
        case "Y": length == 2 ? padded(abs(parts.date.year) % 100) : "\(parts.date.year)"
        case "H": length == 1 ? "\(parts.hour)" : padded(parts.hour)
        case "h": length == 1 ? "\((parts.hour + 11) % 12 + 1)" : padded((parts.hour + 11) % 12 + 1)
        case "m": length == 1 ? "\(parts.minute)" : padded(parts.minute)
        case "s": length == 1 ? "\(parts.second)" : padded(parts.second)
        case "S": padded(parts.millisecond, width: 3)
        case "A": parts.hour < 12 ? "AM" : "PM"
        case "Z": offset_ms.map { offset($0, isNarrow: length == 1) } ?? ""
        default: nil
        }
    }

    /// `+2`, or `+02:00`.
    private static func offset(_ ms: Double, isNarrow: Bool) -> String {
        let minutes = Int(abs(ms) / 60_000)
        let sign = ms < 0 ? "-" : "+"
        guard isNarrow else { return "\(sign)\(padded(minutes / 60)):\(padded(minutes % 60))" }
        return "\(sign)\(minutes / 60)" + (minutes % 60 == 0 ? "" : ":\(padded(minutes % 60))")
    }

    static func padded(_ number: Int, width: Int = 2) -> String {
        let digits = "\(abs(number))"
        return (number < 0 ? "-" : "")
            + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
}

/// Reads the parts of a date by the codes of a pattern.
private struct PatternScanner {
    private let units: [UInt16]
    private var position = 0
    private var year: Int?
    private var month: Int?
    private var day: Int?
    private var dayOfYear: Int?
    private var hour: Int?
    /// The codes of minute, second and millisecond.
    private var ms = 0
    /// 12 in the afternoon, 0 in the morning.
    private var halfDay: Int?
    private var offset_ms: Double?

    init(_ units: [UInt16]) { self.units = units }

    var isAtEnd: Bool { position == units.count }

    /// What was read; nil where no day has these numbers.
    var parts: DatePattern.Reading? {
        var reading = DatePattern.Reading(offset_ms: offset_ms)
        if let hour {
            let ofDay = halfDay.map { hour % 12 + $0 } ?? hour
            reading.msOfDay = ofDay * 3_600_000 + ms
        }
        guard let year else { return reading }
        if let dayOfYear {
            reading.date = CivilDate(daysSince1970: DateParts.firstDay(of: year) + dayOfYear - 1)
        } else {
            guard let date = CivilDate(year: year, month: month ?? 1, day: day ?? 1) else {
                return nil
            }
            reading.date = date
        }
        return reading
    }

    mutating func skip(_ literal: ArraySlice<UInt16>) -> Bool {
        guard units[position...].starts(with: literal) else { return false }
        position += literal.count
        return true
    }

    /// Reads a number of as many digits as the code has letters, or of as many as its range for one
    /// letter.
    private mutating func number(_ length: Int, in range: ClosedRange<Int>) -> Int? {
        let most = length == 1 ? "\(range.upperBound)".utf8.count : length
        let digits = units[position...].prefix(most)
            .prefix { (48...57).contains($0) }
        guard digits.count >= length else { return nil }
        position += digits.count
        let value = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
        return range.contains(value) ? value : nil
    }

    /// Reads one of some names, or their first letters; returns its place.
    private mutating func name(_ names: [String], _ length: Int) -> Int? {
        for (index, name) in names.enumerated() {
            let letters = Text(length == 3 ? String(name.prefix(3)) : name)
            let found = Text(units: units[position...].prefix(letters.units.count))
            guard found.folded == letters.folded else { continue }
            position += letters.units.count
            return index
        }
        return nil
    }

    /// Reads what a code stands for; nil when the letter is no code.
    mutating func read(
        _ letter: Character, _ length: Int, months: [String], weekdays: [String]
    ) -> Bool? {
        func keep(_ value: Int?, _ place: inout Int?) -> Bool {
            place = value ?? place
            return value != nil
        }
        switch letter {
        case "D" where length < 3: return keep(number(length, in: 1...31), &day)
        case "D": return keep(number(1, in: 1...366), &dayOfYear)
        case "M" where length < 3: return keep(number(length, in: 1...12), &month)
        case "M": return keep(name(months, length).map { $0 + 1 }, &month)
        case "Y" where length == 2: return keep(number(2, in: 0...99).map { 2000 + $0 }, &year)
        case "Y": return keep(number(4, in: 0...9999), &year)
        case "H": return keep(number(length, in: 0...23), &hour)
        case "h": return keep(number(length, in: 1...12), &hour)
        case "d":
            return length < 3 ? number(length, in: 1...7) != nil : name(weekdays, length) != nil
        case "m", "s":
            guard let value = number(length, in: 0...59) else { return false }
            ms += value * (letter == "m" ? 60_000 : 1000)
            return true
        case "S":
            guard let value = number(3, in: 0...999) else { return false }
            ms += value
            return true
        case "A": return keep(name(["AM", "PM"], 2).map { $0 * 12 }, &halfDay)
        case "Z":
            let length = units[position...].first == UInt16(UInt8(ascii: "Z")) ? 1 : 6
            offset_ms = ISODate.offset_ms(Text(units: units[position...].prefix(length)))
            position = min(position + length, units.count)
            return offset_ms != nil
        default: return nil
        }
    }
}
