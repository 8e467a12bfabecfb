import Chronology
import Measuring
import Positioning

/// A receiver that floods its line for a day: ten epochs a second of forty sentences each, of which
/// only the first and the last say where it is.
struct Flood {
    static let sentencesPerEpoch = 40
    static let epochsPerHour = 36_000

    private(set) var fixes = 0
    private(set) var sentences = 0
    private(set) var spent_ns = 0.0
    /// Anonymous memory after each hour, in bytes.
    private(set) var memory: [Int] = []
    /// What was allocated after the first hour; nil where nothing counts.
    private(set) var allocations: Int?

    /// Plays so many hours as fast as they can be decoded.
    init(hours: Int) {
        var decoder = NMEADecoder()
        var fixes = 0
        let note: (Report) -> Void = { if case .fix = $0 { fixes += 1 } }
        var epoch = FloodEpoch()
        memory.reserveCapacity(hours)
        for hour in 0..<hours {
            let allocated = Allocations.count()
            let began_ns = processorTime_ns()
            for index in 0..<Self.epochsPerHour {
                let tenth = hour * Self.epochsPerHour + index
                epoch.set(tenth: tenth)
                let now = BootInstant(nanoseconds: Int64(tenth) * 100_000_000)
                decoder.receive(epoch.bytes.span, at: now, note)
            }
            spent_ns += processorTime_ns() - began_ns
            if hour > 0, let before = allocated, let after = Allocations.count() {
                allocations = (allocations ?? 0) + after - before
            }
            memory.append(Memory.now().anonymous)
        }
        sentences = decoder.counts.sentences
        self.fixes = fixes
    }
}

/// The bytes of one epoch, in which only the time changes.
struct FloodEpoch {
    private(set) var bytes: [UInt8]
    /// Where the time of the first and of the last sentence begins, and where their checksums are.
    private var times: [(start: Int, checksum: Int, fixed: UInt8)] = []

    init() {
        bytes = []
        let place = "4807.0380,N,01131.0000,E"
        append("GNGGA,000000.00,\(place),1,08,0.9,545.4,M,46.9,M,,", hasTime: true)
        for number in 0..<(Flood.sentencesPerEpoch - 2) {
            let talker = ["GP", "GL", "GA", "GB", "GQ"][number % 5]
            append("\(talker)GSV,8,\(number / 5 + 1),32,01,40,083,46,02,17,308,41")
        }
        append("GNRMC,000000.00,A,\(place),10.0,90.0,211126,,,A", hasTime: true)
    }

    private mutating func append(_ body: String, hasTime: Bool = false) {
        let start = bytes.count + 1
        let sum = body.utf8.reduce(0, ^)
        bytes += Array("$\(body)*".utf8)
        // The digits of the time are 0 in the body, so that others are added to the sum as they
        // are.
        if hasTime { times.append((start + 6, bytes.count, sum)) }
        bytes += [Self.digit(sum >> 4), Self.digit(sum & 15)] + Array("\r\n".utf8)
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }

    /// Sets the time of day in tenths of a second.
    mutating func set(tenth: Int) {
        let second = tenth / 10
        let parts = (second / 3600 % 24, second / 60 % 60, second % 60)
        let digits = (
            UInt8(parts.0 / 10), UInt8(parts.0 % 10), UInt8(parts.1 / 10), UInt8(parts.1 % 10),
            UInt8(parts.2 / 10), UInt8(parts.2 % 10), UInt8(tenth % 10)
        )
        for (start, checksum, fixed) in times {
            bytes[start] = 0x30 + digits.0
            bytes[start + 1] = 0x30 + digits.1
            bytes[start + 2] = 0x30 + digits.2
            bytes[start + 3] = 0x30 + digits.3
            bytes[start + 4] = 0x30 + digits.4
            bytes[start + 5] = 0x30 + digits.5
            bytes[start + 7] = 0x30 + digits.6
            let sum =
                fixed ^ digits.0 ^ digits.1 ^ digits.2 ^ digits.3 ^ digits.4 ^ digits.5 ^ digits.6
            bytes[checksum] = Self.digit(sum >> 4)
            bytes[checksum + 1] = Self.digit(sum & 15)
        }
    }
}
