internal import Chronology

/// Functions that create, compare and change dates.
enum DateFunctions {
    static let all: [Builtin] = [
        Builtin(
            "Date",
            "year, month, day, hour?, minute?, second?, millisecond?, zone? | text, format?", 0...8,
            "a date of its parts (months from 0), of milliseconds since 1970, or of a text: ISO 8601 "
                + "without a format"
        ) { (arguments, evaluator) throws(ExpressionError) in
            try makeDate(arguments, evaluator)
        },
        Builtin(
            "DateOnly", "year, month, day | text, format? | date", 0...3, "a day of the calendar"
        ) { (arguments, evaluator) throws(ExpressionError) in
            if arguments.count == 2, case .text(let text) = arguments[0] {
                let format = DatePattern(try arguments.text(1, evaluator))
                return format.read(text)?.date.map { .dateOnly($0) } ?? .null
            }
            if arguments.count == 3 {
                let local_ms = local_ms(arguments)
                guard let local_ms else { return .null }
                return .dateOnly(DateParts(local_ms: local_ms).date)
            }
            switch arguments.at(0) {
            case .date(let date): return .dateOnly(DateParts(date).date)
            case .dateOnly(let date): return .dateOnly(date)
            case .text(let text): return ISODate.reading(text).map { .dateOnly($0.date) } ?? .null
            case nil: return evaluator.now.map { .dateOnly(DateParts($0).date) } ?? .null
            default: return .null
            }
        },
        Builtin(
            "Time", "hour, minute, second?, millisecond? | text, format? | date", 0...4,
            "a time of day"
        ) { (arguments, evaluator) throws(ExpressionError) in
            switch arguments.at(0) {
            case .text(let text) where arguments.count == 2:
                let format = DatePattern(try arguments.text(1, evaluator))
                return format.read(text)?.msOfDay.map { .time($0) } ?? .null
            case .date(let date): return .time(DateParts(date).msOfDay)
            case .time(let ms): return .time(ms)
            case .text(let text) where arguments.count == 1:
                return ISODate.time(text).map { .time($0) } ?? .null
            case nil: return evaluator.now.map { .time(DateParts($0).msOfDay) } ?? .null
            default:
                let minutes = arguments.number(0) * 60 + arguments.number(1)
                let ms = minutes * 60_000 + arguments.number(2) * 1000 + arguments.number(3)
                return (0..<86_400_000).contains(ms) ? .time(Int(ms)) : .null
            }
        },
        Builtin("Now", "", 0...0, "the time of the decision; null when none is known") {
            (_, evaluator) in evaluator.now.map { .date($0) } ?? .null
        },
        Builtin("Today", "", 0...0, "the begin of the day of the decision") { (_, evaluator) in
            guard let now = evaluator.now else { return .null }
            let midnight = DateParts(DateParts(now).date).local_ms
            return .date(
                DateValue(ms: now.zone.instant_ms(local_ms: midnight), zone: now.zone))
        },
        Builtin("Timestamp", "", 0...0, "the time of the decision in UTC") { (_, evaluator) in
            evaluator.now.map { .date(DateValue(ms: $0.ms, zone: .utc)) } ?? .null
        },
        Builtin("ToLocal", "date", 1...1, "the date in the zone of the monitor") {
            (arguments, evaluator) in inZone(arguments[0], evaluator.zone)
        },
        Builtin("ToUTC", "date", 1...1, "the date in UTC") { (arguments, _) in
            inZone(arguments[0], .utc)
        },
        Builtin("ChangeTimeZone", "date, zone", 2...2, "the date in another zone") {
            (arguments, evaluator) throws(ExpressionError) in
            let zone = try evaluator.zone(named: arguments.text(1, evaluator))
            guard case .date(let date) = arguments[0] else { return .null }
            // A date of unknown zone keeps its local time.
            guard date.zone.rule == nil, zone.rule != nil else { return inZone(arguments[0], zone) }
            return .date(DateValue(ms: zone.instant_ms(local_ms: date.ms), zone: zone))
        },
        Builtin("TimeZone", "date", 1...1, "the name of the date's zone") { (arguments, _) in
            guard case .date(let date) = arguments[0] else { return .null }
            return .text(date.zone.name)
        },
        Builtin("TimeZoneOffset", "date", 1...1, "milliseconds that its zone is east of UTC") {
            (arguments, _) in
            guard case .date(let date) = arguments[0], date.zone.rule != nil else { return .null }
            return .number(date.zone.offset_ms(at: date.ms))
        },
        Builtin("DateAdd", "date, number, unit?", 2...3, "the date so much later") {
            (arguments, evaluator) throws(ExpressionError) in
            let unit = try arguments.text(2, evaluator)
            return try DateUnit.add(arguments.number(1), unit, to: arguments[0])
        },
        Builtin("DateDiff", "date, earlier, unit?, zone?", 2...4, "how much later the first is") {
            (arguments, evaluator) throws(ExpressionError) in
            let unit = try arguments.text(2, evaluator)
            var (later, earlier) = (arguments[0], arguments[1])
            if arguments.count > 3 {
                let zone = try evaluator.zone(named: arguments.text(3, evaluator))
                (later, earlier) = (inZone(later, zone), inZone(earlier, zone))
            }
            return try DateUnit.difference(later, earlier, unit)
        },
    ]

    private static func inZone(_ value: Value, _ zone: Zone) -> Value {
        guard case .date(let date) = value else { return value.isDateOnly ? value : .null }
        return .date(DateValue(ms: date.ms, zone: zone))
    }

    private static func makeDate(
        _ arguments: [Value], _ evaluator: Evaluator
    ) throws(ExpressionError) -> Value {
        var zone = evaluator.zone
        switch (arguments.at(0), arguments.count) {
        case (.text(let text), 2):
            guard let read = DatePattern(try arguments.text(1, evaluator)).read(text),
                let date = read.date
            else { return .null }
            let local = DateParts(date, msOfDay: read.msOfDay ?? 0).local_ms
            let ms = read.offset_ms.map { local - $0 } ?? zone.instant_ms(local_ms: local)
            return .date(DateValue(ms: ms, zone: zone))
        case (nil, _): return evaluator.now.map { .date($0) } ?? .null
        case (.date(let date), 1): return .date(date)
        case (.number(let ms), 1):
            return dateRange_ms.contains(ms) ? .date(DateValue(ms: ms, zone: zone)) : .null
        case (.text(let text), 1):
            guard let reading = ISODate.reading(text) else { return .null }
            let local = DateParts(reading.date, msOfDay: reading.msOfDay ?? 0).local_ms
            let ms = reading.offset_ms.map { local - $0 } ?? zone.instant_ms(local_ms: local)
            return .date(DateValue(ms: ms, zone: zone))
        case (.dateOnly(let date), _):
            var msOfDay = 0
            if case .time(let ms)? = arguments.at(1) { msOfDay = ms }
            if arguments.count > 2 {
                zone = try evaluator.zone(named: arguments.text(2, evaluator))
            }
            let local = DateParts(date, msOfDay: msOfDay).local_ms
            return .date(DateValue(ms: zone.instant_ms(local_ms: local), zone: zone))
        case (_, 3...):
            var parts = arguments
            if case .text(let name)? = parts.last, parts.count > 3 {
                zone = try evaluator.zone(named: name)
                parts.removeLast()
            }
            guard let local = local_ms(parts) else { return .null }
            let ms = zone.instant_ms(local_ms: local)
            return dateRange_ms.contains(ms) ? .date(DateValue(ms: ms, zone: zone)) : .null
        default: return .null
        }
    }

    /// Local milliseconds of year, month from 0, day and so on; parts beyond their range roll over.
    private static func local_ms(_ parts: [Value]) -> Double? {
        let numbers = parts.map(\.asNumber)
        guard numbers.allSatisfy({ $0.isFinite && abs($0) < 1e12 }) else { return nil }
        let months = (numbers[0] * 12 + numbers[1]).rounded(.down)
        guard abs(months) < 12 * 280_000 else { return nil }
        let year = (months / 12).rounded(.down)
        let month = Int(months - year * 12) + 1
        guard let first = CivilDate(year: Int(year), month: month, day: 1) else { return nil }
        func part(_ index: Int) -> Double { index < numbers.count ? numbers[index] : 0 }
        let days = Double(first.daysSince1970) + numbers[2] - 1
        let ms =
            days * 86_400_000 + part(3) * 3_600_000 + part(4) * 60_000 + part(5) * 1000 + part(6)
        return dateRange_ms.contains(ms) ? ms : nil
    }
}

extension Value {
    var isDateOnly: Bool {
        if case .dateOnly = self { return true }
        return false
    }
}

extension Evaluator {
    /// The time of the decision.
    var now: DateValue? {
        context.now_ms.flatMap { dateRange_ms.contains($0) ? DateValue(ms: $0, zone: zone) : nil }
    }

    /// Returns the time zone with a name.
    func zone(named name: Text) throws(ExpressionError) -> Zone {
        switch name.folded {
        case "system", "default", "": return zone
        case "utc": return .utc
        case "unknown": return .unknown
        default: break
        }
        if let rule = context.zones[name.string] ?? ZoneRule(name.string) {
            return Zone(rule: rule)
        }
        throw ExpressionError(
            .type,
            "the time zone \"\(name.string)\" is not known here; write a name of the time zone "
                + "database as a plain text, or an offset as in '+07:00'")
    }
}
