extension ZoneRule {
    /// Parses `UTC`, an offset such as `+05:30`, or a POSIX `TZ` rule such as
    /// `CET-1CEST,M3.5.0,M10.5.0/3`; nil when the text is malformed.
    ///
    /// Of POSIX's three forms of a day only `Mm.w.d` is supported, the one that zone files use.
    public init?(_ text: String) {
        if text == "UTC" || text == "Z" {
            self = .utc
        } else if let offset_s = Self.offset(text) {
            self.init(name: text, standard_s: offset_s, summer: nil)
        } else {
            var reader = ZoneReader(text)
            guard let rule = reader.rule() else { return nil }
            self = rule
        }
    }

    /// Parses `+05:30` to seconds.
    private static func offset(_ text: String) -> Int? {
        guard text.utf8.count == 6, let sign = text.utf8.first.flatMap(sign(of:)) else {
            return nil
        }
        let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(isDigit) }),
            let hours = Int(parts[0]), let minutes = Int(parts[1]), hours < 24, minutes < 60
        else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }

    private static func sign(of byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "+"): 1
        case UInt8(ascii: "-"): -1
        default: nil
        }
    }
}

/// Parses a rule of POSIX TZ (IEEE 1003.1, section 8.3, with the hours from -167 to 167 of RFC
/// 8536).
private struct ZoneReader {
    private let text: String
    private var rest: Substring

    init(_ text: String) {
        self.text = text
        rest = text[...]
    }

    mutating func rule() -> ZoneRule? {
        guard name(), let standard = seconds(upTo: 24) else { return nil }
        guard !rest.isEmpty else { return rule(-standard, nil) }
        guard name() else { return nil }
        var offset_s = -standard + 3600
        if rest.first != "," {
            guard let own = seconds(upTo: 24) else { return nil }
            offset_s = -own
        }
        guard let begin = change(), let end = change(), rest.isEmpty else { return nil }
        return rule(-standard, ZoneRule.Summer(offset_s: offset_s, begin: begin, end: end))
    }

    private func rule(_ standard_s: Int, _ summer: ZoneRule.Summer?) -> ZoneRule {
        ZoneRule(name: text, standard_s: standard_s, summer: summer)
    }

    /// Skips an abbreviation: three letters or more, or any text in angle brackets.
    private mutating func name() -> Bool {
        if rest.first == "<" {
            guard let end = rest.firstIndex(of: ">") else { return false }
            rest = rest[rest.index(after: end)...]
            return true
        }
        let letters = rest.prefix { $0.isASCII && $0.isLetter }
        rest = rest.dropFirst(letters.count)
        return letters.count >= 3
    }

    /// Parses `,Mm.w.d[/time]`; the default time is 02:00.
    private mutating func change() -> YearlyChange? {
        guard skip(","), skip("M"), let month = number(1...12), skip("."),
            let week = number(1...5), skip("."), let weekday = number(0...6)
        else { return nil }
        var secondOfDay = 7200
        if skip("/") {
            guard let own = seconds(upTo: 167) else { return nil }
            secondOfDay = own
        }
        return YearlyChange(month: month, week: week, weekday: weekday, secondOfDay: secondOfDay)
    }

    /// Parses `[+-]h[h][:mm[:ss]]`.
    private mutating func seconds(upTo hours: Int) -> Int? {
        let sign = skip("-") ? -1 : 1
        if sign == 1 { _ = skip("+") }
        guard var seconds = number(0...hours).map({ $0 * 3600 }) else { return nil }
        for unit in [60, 1] where skip(":") {
            guard let value = number(0...59) else { return nil }
            seconds += value * unit
        }
        return sign * seconds
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix(while: isDigit)
        rest = rest.dropFirst(digits.count)
        return Int(digits).flatMap { range.contains($0) ? $0 : nil }
    }

    private mutating func skip(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest = rest.dropFirst()
        return true
    }
}

func isDigit(_ character: Character) -> Bool {
    ("0"..."9").contains(character)
}
