import Chronology
import Fixes

/// The first byte of an entry in a block.
enum EntryTag: UInt8 {
    /// A word (a source, a refusal) that later entries name by its number.
    case word = 0
    case fix = 1
    case running = 2
    case notRunning = 3
    case restarted = 4
    case clockTrusted = 5
    case clockUntrusted = 6
    case started = 7
}

/// Encodes the inputs of one block, each as the difference from the one before.
struct EntryEncoder {
    /// The encoded bytes so far.
    private(set) var bytes: [UInt8] = []
    private var words: [String: Int] = [:]
    private var last: [Int: [UInt64]] = [:]
    private var lastInstant: Int64 = 0

    mutating func add(_ input: RecordedInput) {
        switch input.content {
        case .fix(let update, let details, let refusal):
            let source = number(of: input.source)
            let reason = refusal.map { number(of: $0) }
            let additional = details.additional.map { number(of: $0) }
            begin(.fix, at: input.at)
            put(UInt64(source))
            put(
                EntryColumn.values(of: update, details, refusal: reason, additional: additional),
                of: source)
        case .running(let isRunning):
            let source = number(of: input.source)
            begin(isRunning ? .running : .notRunning, at: input.at)
            put(UInt64(source))
        case .restarted:
            let source = number(of: input.source)
            begin(.restarted, at: input.at)
            put(UInt64(source))
        case .wallClock(let offset_ns?):
            begin(.clockTrusted, at: input.at)
            put(signed: offset_ns)
        case .wallClock(nil): begin(.clockUntrusted, at: input.at)
        case .started: begin(.started, at: input.at)
        }
    }

    /// Writes the columns that differ from those of the last fix of the source: a bit mask of
    /// them, then the differences.
    private mutating func put(_ values: [UInt64], of source: Int) {
        let before = last[source] ?? [UInt64](repeating: 0, count: values.count)
        var changed: UInt64 = 0
        for (column, value) in values.enumerated() where value != before[column] {
            changed |= 1 << UInt64(column)
        }
        put(changed)
        for (column, value) in values.enumerated() where value != before[column] {
            put(signed: Int64(bitPattern: value &- before[column]))
        }
        last[source] = values
    }

    private mutating func begin(_ tag: EntryTag, at instant: BootInstant) {
        bytes.append(tag.rawValue)
        put(signed: instant.nanoseconds &- lastInstant)
        lastInstant = instant.nanoseconds
    }

    private mutating func number(of word: String) -> Int {
        if let number = words[word] { return number }
        bytes.append(EntryTag.word.rawValue)
        put(UInt64(word.utf8.count))
        bytes += word.utf8
        words[word] = words.count
        return words.count - 1
    }

    /// Writes seven bits per byte, the lowest first; bit 7 is set in all but the last (LEB128).
    private mutating func put(_ number: UInt64) {
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Writes the sign in the lowest bit, so that small differences are short.
    private mutating func put(signed number: Int64) {
        put(UInt64(bitPattern: number << 1 ^ number >> 63))
    }
}

/// Decodes the bytes of an `EntryEncoder`.
struct EntryDecoder {
    /// Bytes that no encoder writes.
    struct Malformed: Error {}

    private let bytes: [UInt8]
    private let version: UInt8
    private var next = 0
    private var words: [String] = []
    private var last: [Int: [UInt64]] = [:]
    private var lastInstant: Int64 = 0

    init(_ bytes: [UInt8], version: UInt8 = BlockHeader.version) {
        self.bytes = bytes
        self.version = version
    }

    /// Returns the next input; nil at the end.
    mutating func input() throws(Malformed) -> RecordedInput? {
        while next < bytes.count {
            guard let tag = EntryTag(rawValue: try byte()) else { throw Malformed() }
            if tag == .word {
                try readWord()
            } else {
                lastInstant &+= try signed()
                return try input(tag, at: BootInstant(nanoseconds: lastInstant))
            }
        }
        return nil
    }

    private mutating func input(
        _ tag: EntryTag, at instant: BootInstant
    ) throws(Malformed) -> RecordedInput {
        switch tag {
        case .word: throw Malformed()
        case .fix:
            let source = try index()
            let values = try columns(of: source)
            guard let update = EntryColumn.update(of: values) else { throw Malformed() }
            let details = FixDetails(
                satellites: EntryColumn.satellites.integer(in: values).map { Int($0) },
                hdop: EntryColumn.hdop.measure(in: values),
                heading_deg: EntryColumn.heading.measure(in: values),
                additional: try word(.additional, in: values))
            return RecordedInput(
                .fix(update, details: details, refusal: try word(.refusal, in: values)),
                source: words[source], at: instant)
        case .running: return RecordedInput(.running(true), source: words[try index()], at: instant)
        case .notRunning:
            return RecordedInput(.running(false), source: words[try index()], at: instant)
        case .restarted: return RecordedInput(.restarted, source: words[try index()], at: instant)
        case .clockTrusted:
            return RecordedInput(.wallClock(offset_ns: try signed()), at: instant)
        case .clockUntrusted: return RecordedInput(.wallClock(offset_ns: nil), at: instant)
        case .started: return RecordedInput(.started, at: instant)
        }
    }

    /// Returns the word whose number is in a column; nil for none.
    private func word(_ column: EntryColumn, in values: [UInt64]) throws(Malformed) -> String? {
        guard let number = column.integer(in: values) else { return nil }
        guard words.indices.contains(Int(number)) else { throw Malformed() }
        return words[Int(number)]
    }

    private mutating func columns(of source: Int) throws(Malformed) -> [UInt64] {
        let changed = try number()
        guard changed >> UInt64(EntryColumn.count(inVersion: version)) == 0 else {
            throw Malformed()
        }
        var values =
            last[source] ?? EntryColumn.allCases.map { $0.initial(inVersion: version) }
        for column in values.indices where changed >> UInt64(column) & 1 == 1 {
            values[column] &+= UInt64(bitPattern: try signed())
        }
        last[source] = values
        return values
    }

    private mutating func readWord() throws(Malformed) {
        let count = try number()
        guard count <= UInt64(bytes.count - next) else { throw Malformed() }
        words.append(String(decoding: bytes[next..<next + Int(count)], as: UTF8.self))
        next += Int(count)
    }

    private mutating func index() throws(Malformed) -> Int {
        let number = try number()
        guard number < UInt64(words.count) else { throw Malformed() }
        return Int(number)
    }

    private mutating func byte() throws(Malformed) -> UInt8 {
        guard next < bytes.count else { throw Malformed() }
        next += 1
        return bytes[next - 1]
    }

    private mutating func number() throws(Malformed) -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try byte()
            guard shift < 63 || shift == 63 && byte <= 1 else { throw Malformed() }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
    }

    private mutating func signed() throws(Malformed) -> Int64 {
        let number = try number()
        return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }
}
