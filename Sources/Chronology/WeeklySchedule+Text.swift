extension WeeklySchedule.Span {
    private static let dayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    /// The hours that text names, or nil when it names none: `Mon-Fri 07:00-18:30`, `Sat,Sun
    /// 22:00-06:00`, or without days for every day. An end before the begin is that of the next day;
    /// the whole day is `00:00-24:00`.
    public init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard (1...2).contains(words.count),
            let days = words.count == 1 ? 0b111_1111 : Self.days(words[0])
        else { return nil }
        let times = words[words.count - 1].split(separator: "-", omittingEmptySubsequences: false)
        guard times.count == 2, let begin = Self.minute(times[0]), let end = Self.minute(times[1]),
            begin < 1440, end > 0, begin != end
        else { return nil }
        self.init(days: days, begin: begin, end: end)
    }

    /// The hours as they are written.
    public var text: String {
        func clock(_ minute: Int) -> String {
            [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        }
        let hours = "\(clock(begin))-\(clock(end))"
        if days == 0b111_1111 { return hours }
        let names = Self.dayNames.indices.filter { days & 1 << $0 != 0 }.map { Self.dayNames[$0] }
        return "\(names.joined(separator: ",")) \(hours)"
    }

    /// `Mon-Fri`, `Sat,Sun`; a range may go over the end of the week.
    private static func days(_ text: Substring) -> UInt8? {
        var days: UInt8 = 0
        for range in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = range.split(separator: "-", omittingEmptySubsequences: false)
                .map { dayNames.firstIndex(of: String($0)) }
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

    /// Minutes of `07:30`, to `24:00`.
    private static func minute(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(isDigit) }),
            let hours = Int(parts[0]), let minutes = Int(parts[1]), minutes < 60
        else { return nil }
        let minute = hours * 60 + minutes
        return minute <= 1440 ? minute : nil
    }
}
