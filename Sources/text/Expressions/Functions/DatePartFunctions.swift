internal import Chronology

/// Functions that return one part of a date.
enum DatePartFunctions {
    static let all: [Builtin] = [
        part("Year", "the year") { $0.date.year },
        part("Month", "the month, January being 0") { $0.date.month - 1 },
        part("Day", "the day of the month") { $0.date.day },
        part("Weekday", "the day of the week, Sunday being 0") { $0.weekday },
        part("ISOYear", "the year of the week of ISO 8601") { $0.isoWeek.year },
        part("ISOMonth", "the month, January being 1") { $0.date.month },
        part("ISOWeek", "the week of ISO 8601") { $0.isoWeek.week },
        part("ISOWeekday", "the day of the week, Monday being 1 and Sunday 7") {
            ($0.weekday + 6) % 7 + 1
        },
        part("Hour", "the hour", ofTime: true) { $0.hour },
        part("Minute", "the minute", ofTime: true) { $0.minute },
        part("Second", "the second", ofTime: true) { $0.second },
        part("Millisecond", "the millisecond", ofTime: true) { $0.millisecond },
        Builtin(
            "Week", "date, firstDay?", 1...2,
            "the week of the year, from 0; weeks begin with a day of the week, Sunday being 0"
        ) { (arguments, _) in
            guard let parts = parts(arguments[0]) else { return .null }
            let first = DateParts(
                local_ms: Double(DateParts.firstDay(of: parts.date.year)) * 86_400_000)
            let shift = ((first.weekday - arguments.integer(1)) % 7 + 7) % 7
            return .number((parts.dayOfYear - 1 + shift) / 7)
        },
    ]

    /// Returns a function for a part of a date in its zone; null for values without it.
    private static func part(
        _ name: String, _ summary: String, ofTime: Bool = false,
        _ read: @escaping @Sendable (DateParts) -> Int
    ) -> Builtin {
        Builtin(name, "date", 1...1, summary) { (arguments, _) in
            if ofTime, case .time(let ms) = arguments[0] {
                return .number(read(DateParts(local_ms: Double(ms))))
            }
            if ofTime, arguments[0].isDateOnly { return .null }
            return parts(arguments[0]).map { .number(read($0)) } ?? .null
        }
    }

    private static func parts(_ value: Value) -> DateParts? {
        switch value {
        case .date(let date): DateParts(date)
        case .dateOnly(let date): DateParts(date)
        default: nil
        }
    }
}
