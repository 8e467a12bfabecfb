internal import Chronology

/// A date format: `dddd, MMMM D, Y @ h:mm A`. Letters that are not a code, and text in square
/// brackets, are literal; names are English.
struct DatePattern {
    private let units: [UInt16]

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
