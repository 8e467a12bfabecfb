import Chronology

/// Reads the TAG blocks (`\s:kplex,c:1754242770*55\`, NMEA 0183 v4) that programs put before the
/// sentences that they forward: `c` is the UNIX time of the line.
struct TagBlock {
    /// The maximum length of a block; NMEA 0183 allows 82 bytes.
    private static let limit = 96
    /// Greater values are milliseconds, which some programs write: in seconds, the year 5138.
    private static let mostSeconds: Int64 = 100_000_000_000
    /// 2150-01-01 in milliseconds: later times would move a calendar to the end of the instants.
    private static let latest_ms: Int64 = 5_680_281_600_000

    private var bytes = InlineArray<96, UInt8>(repeating: 0)
    private var count = 0
    /// The time of the last complete block; nil once it was returned.
    private var time: UTCInstant?

    /// Whether a block has begun but not ended.
    private(set) var isOpen = false

    /// Adds a byte between sentences: a backslash, or any byte while a block is open.
    mutating func take(_ byte: UInt8) {
        if byte == backslash {
            if isOpen { read() }
            isOpen.toggle()
            count = 0
        } else if byte < 0x20 || count == Self.limit {
            isOpen = false
        } else {
            bytes[count] = byte
            count += 1
        }
    }

    /// Removes and returns the time for the next sentence; nil when the block has none.
    mutating func takeTime() -> UTCInstant? {
        defer { time = nil }
        return time
    }

    private mutating func read() {
        let star = count - 3
        guard star > 0, bytes[star] == UInt8(ascii: "*"), let high = hexDigit(bytes[star + 1]),
            let low = hexDigit(bytes[star + 2])
        else { return }
        var sum: UInt8 = 0
        for offset in 0..<star { sum ^= bytes[offset] }
        guard sum == high << 4 | low else { return }
        var offset = 0
        while offset + 2 < star {
            if bytes[offset] == UInt8(ascii: "c"), bytes[offset + 1] == UInt8(ascii: ":") {
                return readTime(from: offset + 2, to: star)
            }
            while offset < star, bytes[offset] != UInt8(ascii: ",") { offset += 1 }
            offset += 1
        }
    }

    private mutating func readTime(from start: Int, to end: Int) {
        var value: Int64 = 0
        var offset = start
        while offset < end, bytes[offset] != UInt8(ascii: ",") {
            let digit = bytes[offset] &- 48
            guard digit < 10, value <= Self.latest_ms else { return }
            value = value * 10 + Int64(digit)
            offset += 1
        }
        let milliseconds = value > Self.mostSeconds ? value : value * 1000
        guard milliseconds > 0, milliseconds < Self.latest_ms else { return }
        time = UTCInstant(nanoseconds: milliseconds * 1_000_000)
    }
}

private let backslash = UInt8(ascii: "\\")
