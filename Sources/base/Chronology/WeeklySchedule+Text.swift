extension WeeklySchedule.Span {
    private static let dayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    /// Parses hours such as `Mon-Fri 07:00-18:30`, `Sat,Sun 22:00-6:00`, or without days for every
    /// day; nil when the text is malformed. An end before the begin is on the next day; the whole
    /// day is `00:00-24:00`. Spaces after commas and the case of letters do not matter.
    public init?(_ text: String) {
        let words = Self.words(of: text)
        guard (1...2).contains(words.count),
            let days = words.count == 1 ? 0b111_1111 : Self.days(words[0])
        else { return nil }
        let times = words[words.count - 1].split(separator: "-", omittingEmptySubsequences: false)
        guard times.count == 2, let begin = Self.minute(times[0]), let end = Self.minute(times[1]),
            begin < 1440, end > 0, begin != end
        else { return nil }
        self.init(days: days, begin: begin, end: end)
    }

    /// Returns a hint for malformed text, such as `write hours such as …`.
    public static func advice(for text: String) -> String {
        let words = words(of: text)
        if words.count == 1, days(words[0]) != nil {
            return "write \"\(text) 00:00-24:00\" for whole days"
        }
        return "write hours such as \"Mon-Fri 07:00-18:30\" or \"22:00-06:00\", and "
            + "\"Sat,Sun 00:00-24:00\" for whole days"
    }

    private static func words(of text: String) -> [Substring] {
        var joined = ""
        for letter in text where letter != " " || joined.last != "," { joined.append(letter) }
        return joined.split(separator: " ", omittingEmptySubsequences: false)
    }

    /// The hours in the form that is parsed.
    public var text: String {
        func clock(_ minute: Int) -> String {
            [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        }
        let hours = "\(clock(begin))-\(clock(end))"
        if days == 0b111_1111 { return hours }
        let names = Self.dayNames.indices.filter { days & 1 << $0 != 0 }.map { Self.dayNames[$0] }
        return "\(names.joined(separator: ",")) \(hours)"
    }

    /// Parses `Mon-Fri` or `Sat,Sun`; a range may wrap around the end of the week.
    private static func days(_ text: Substring) -> UInt8? {
        var days: UInt8 = 0
        for range in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = range.split(separator: "-", omittingEmptySubsequences: false)
                .map { end in dayNames.firstIndex { $0.lowercased() == end.lowercased() } }
            guard (1...2).contains(ends.count), var day = ends[0], let last = ends[ends.count - 1]
            else { return nil }
            days |= 1 << day
            while day != last {
                day = (day + 1) % 7
                days |= 1 << day
            }
        }
        return days
    }

    /// Parses `07:30` or `7:30`, up to `24:00`, to minutes.
    private static func minute(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.allSatisfy(isDigit) }),
            let hours = Int(parts[0]), let minutes = Int(parts[1]), minutes < 60
        else { return nil }
        let minute = hours * 60 + minutes
        return minute <= 1440 ? minute : nil
    }
}
