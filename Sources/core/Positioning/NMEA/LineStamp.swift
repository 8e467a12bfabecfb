import Chronology

/// Reads the date that a program writes before each sentence of a log: a ship's logger, `gpspipe -t`,
/// `minicom`, `ts`, syslog. Its zone is unknown, so that it only dates times of day: an offset of less
/// than twelve hours does not change that.
struct LineStamp {
    /// The bytes of a line that are examined; stamps are at its beginning.
    private static let limit = 64

    private var bytes = InlineArray<64, UInt8>(repeating: 0)
    private var count = 0
    /// Whether dates such as 05/10/2026 begin with the day, once one of them showed it.
    private var beginsWithDay: Bool?

    @inline(__always)
    init() {}

    /// Adds a byte between sentences.
    @inline(__always)
    mutating func take(_ byte: UInt8) {
        if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
            count = 0
        } else if count < Self.limit {
            bytes[count] = byte
            count &+= 1
        }
    }

    /// Removes what was before the next sentence, and returns its time; nil when it shows no date.
    @inline(__always)
    mutating func takeTime() -> UTCInstant? {
        if count == 0 { return nil }
        defer { count = 0 }
        return read()
    }

    @inline(never)
    private mutating func read() -> UTCInstant? {
        var date: CivilDate?
        var offset = 0
        while offset < count {
            let digits = self.digits(at: offset)
            guard digits > 0 else {
                offset += 1
                continue
            }
            if digits == 10 { return unixTime(offset) }
            date = date ?? self.date(at: offset, digits)
            if let date, digits == 2, let time_s = timeOfDay(at: offset) {
                return Self.instant(date, time_s)
            }
            offset += digits
        }
        return date.flatMap { Self.instant($0, 43_200) }
    }

    private mutating func date(at offset: Int, _ digits: Int) -> CivilDate? {
        if digits == 8 {
            return CivilDate(
                year: number(offset, 4), month: number(offset + 4, 2), day: number(offset + 6, 2))
        }
        let mark = byte(offset + digits)
        guard mark == UInt8(ascii: "-") || mark == UInt8(ascii: "/") || mark == UInt8(ascii: ".")
        else { return nil }
        let second = offset + digits + 1
        let third = second + self.digits(at: second) + 1
        guard third <= second + 3, byte(third - 1) == mark else { return nil }
        let middle = number(second, third - 1 - second)
        if digits == 4, self.digits(at: third) == 2 {
            return CivilDate(year: number(offset, 4), month: middle, day: number(third, 2))
        }
        guard digits <= 2, self.digits(at: third) == 4 else { return nil }
        let first = number(offset, digits)
        if first > 12 { beginsWithDay = true } else if middle > 12 { beginsWithDay = false }
        // Without such a number: slashes are written in the US, dots and hyphens elsewhere.
        let isDay = beginsWithDay ?? (mark != UInt8(ascii: "/"))
        return CivilDate(
            year: number(third, 4), month: isDay ? middle : first, day: isDay ? first : middle)
    }

    /// Returns the seconds of `hh:mm` or `hh:mm:ss`; nil for anything else.
    private func timeOfDay(at offset: Int) -> Int? {
        guard byte(offset + 2) == UInt8(ascii: ":"), digits(at: offset + 3) == 2 else { return nil }
        let hour = number(offset, 2)
        let minute = number(offset + 3, 2)
        return hour < 24 && minute < 60 ? hour * 3600 + minute * 60 : nil
    }

    private func unixTime(_ offset: Int) -> UTCInstant? {
        Self.checked(UTCInstant(nanoseconds: Int64(number(offset, 10)) * 1_000_000_000))
    }

    private static func instant(_ date: CivilDate, _ time_s: Int) -> UTCInstant? {
        let seconds = Int64(date.daysSince1970) * 86_400 + Int64(time_s)
        return checked(UTCInstant(nanoseconds: seconds * 1_000_000_000))
    }

    /// Other numbers look like dates, too: no log is older than satellite positioning.
    private static func checked(_ time: UTCInstant) -> UTCInstant? {
        time.nanoseconds > earliest && time < ReceiverCalendar.end ? time : nil
    }

    /// 1980-01-06.
    private static let earliest: Int64 = 315_964_800 * 1_000_000_000

    private func byte(_ offset: Int) -> UInt8 { offset < count ? bytes[offset] : 0 }

    /// Returns the number of consecutive digits from an offset on.
    private func digits(at offset: Int) -> Int {
        var end = offset
        while byte(end) &- 48 < 10 { end += 1 }
        return end - offset
    }

    private func number(_ offset: Int, _ digits: Int) -> Int {
        (offset..<offset + digits).reduce(0) { $0 * 10 + Int(byte($1) &- 48) }
    }
}
