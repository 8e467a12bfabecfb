import JSONText

/// Finds sentences with valid checksums in a stream of bytes, independent of its chunks.
///
/// A sentence extends from `$` to the second digit of its checksum. The bytes from there to the
/// next `$` (line ends, binary messages) are skipped. A `$` always starts a new sentence, so that
/// neither a truncated sentence nor binary data can swallow the next complete one.
///
/// A `!` starts a sentence of encapsulated data (AIS) if the sentence is complete, and has no
/// meaning elsewhere.
struct SentenceFramer {
    /// The maximum length. NMEA 0183 allows 82 bytes; receivers use up to about 130.
    static let maximumLength = 256

    /// A result of ``next(in:from:)``.
    enum Frame {
        /// A valid sentence whose body (between `$` and `*`) is this range of the chunk.
        case inChunk(Range<Int>)
        /// A valid sentence whose body is this range of `carry`.
        case inCarry(Range<Int>)
        /// A valid sentence that begins with `!`.
        case encapsulated
        case discard(DiscardReason)
    }

    /// A sentence that began in an earlier chunk, from its `$` or `!`.
    private(set) var carry = InlineArray<256, UInt8>(repeating: 0)
    private var carried = 0
    /// The TAG block before the last sentence.
    var tag = TagBlock()
    /// The text before the last sentence of its line.
    var stamp = LineStamp()
    /// The fields of the last sentence.
    var fields = SentenceFields()

    /// Whether a sentence has begun but not ended.
    var isInsideSentence: Bool { carried > 0 && carry[0] == dollar }

    /// Returns the next sentence or discard at or after `position` and moves `position` after it;
    /// nil at the end of the chunk.
    @inline(__always)
    mutating func next(in bytes: Span<UInt8>, from position: inout Int) -> Frame? {
        if carried > 0, let frame = continueCarried(in: bytes, from: &position) { return frame }
        while position < bytes.count {
            let mark = bytes[position]
            guard mark == dollar || mark == exclamation else {
                if mark == backslash || tag.isOpen { tag.take(mark) } else { stamp.take(mark) }
                position &+= 1
                continue
            }
            switch Self.scan(bytes, from: position, &fields) {
            case .sentence(let bodyEnd):
                let start = position &+ 1
                position = bodyEnd &+ 3
                return mark == dollar ? .inChunk(start..<bodyEnd) : .encapsulated
            case .failed(let offset, let reason):
                position = offset
                if mark == dollar, let reason { return .discard(reason) }
            case .unfinished:
                carried = bytes.count - position
                for offset in 0..<carried { carry[offset] = bytes[position + offset] }
                position = bytes.count
            }
        }
        return nil
    }

    /// Drops a sentence that has begun but not ended.
    mutating func reset() {
        carried = 0
    }

    private mutating func continueCarried(in bytes: Span<UInt8>, from position: inout Int) -> Frame?
    {
        let before = carried
        let taken = min(Self.maximumLength - before, bytes.count - position)
        for offset in 0..<taken { carry[before + offset] = bytes[position + offset] }
        carried = before + taken
        switch Self.scan(carry.span.extracting(0..<carried), from: 0, &fields) {
        case .sentence(let bodyEnd):
            position += bodyEnd + 3 - before
            carried = 0
            return carry[0] == dollar ? .inCarry(1..<bodyEnd) : .encapsulated
        case .failed(let offset, let reason):
            position += offset - before
            carried = 0
            guard carry[0] == dollar, let reason else { return nil }
            return .discard(reason)
        case .unfinished:
            position += taken
            return nil
        }
    }

    private enum Scan {
        /// The offset of the `*` of a sentence with a valid checksum.
        case sentence(bodyEnd: Int)
        /// No sentence; the search for the next `$` continues at this offset. Without a reason it is the
        /// beginning of a line in front of the sentence, such as the `$GPS` of some trackers.
        case failed(at: Int, DiscardReason?)
        /// More bytes are needed to decide.
        case unfinished
    }

    /// Reads one sentence from the `$` or `!` at `markOffset`, recording its fields.
    @inline(__always)
    private static func scan(
        _ bytes: Span<UInt8>, from markOffset: Int, _ fields: inout SentenceFields
    ) -> Scan {
        let start = markOffset &+ 1
        let limit = markOffset &+ maximumLength
        let end = min(bytes.count, limit)
        var sums: UInt64 = 0
        var offset = start
        fields.reset()
        while offset < end {
            let eight = ByteLanes(bytes, at: offset)
            let stops = eight.unprintable | eight.lanes(with: "*") | eight.lanes(with: "$")
            let before = ByteLanes.bits(before: stops)
            sums ^= eight.word & before
            var commas = eight.lanes(with: ",") & before
            while commas != 0 {
                fields.endField(at: offset &- start &+ commas.trailingZeroBitCount / 8)
                commas &= commas &- 1
            }
            offset &+= ByteLanes.count(before: stops)
            if stops != 0 { break }
        }
        if offset < end, bytes[offset] != star {
            let isPrefix =
                bytes[offset] == dollar && isWord(bytes.extracting(start..<offset))
            return .failed(at: offset, isPrefix ? nil : Self.reason(toEndAt: bytes[offset]))
        }
        offset = min(offset, end)
        guard offset &+ 2 < end else {
            return unfinishedChecksum(bytes, at: offset, end: end, limit: limit)
        }
        guard let high = hexDigit(bytes[offset &+ 1]), let low = hexDigit(bytes[offset &+ 2]) else {
            return unfinishedChecksum(bytes, at: offset, end: offset &+ 3, limit: limit)
        }
        guard ByteLanes.xor(of: sums) == high << 4 | low else {
            return .failed(at: offset &+ 3, .badChecksum)
        }
        fields.endField(at: offset &- start)
        return .sentence(bodyEnd: offset)
    }

    /// Whether bytes are capital letters, fewer than a sentence begins with.
    private static func isWord(_ bytes: Span<UInt8>) -> Bool {
        guard 1..<5 ~= bytes.count else { return false }
        for index in bytes.indices where !(0x41...0x5A ~= bytes[index]) { return false }
        return true
    }

    /// Returns why a byte that cannot be in a sentence ends one before its checksum.
    private static func reason(toEndAt byte: UInt8) -> DiscardReason {
        switch byte {
        case dollar: .truncated
        case carriageReturn, lineFeed: .noChecksum
        default: .binary
        }
    }

    /// Returns the result for a sentence with incomplete checksum digits. `end` is the end of the
    /// available bytes.
    private static func unfinishedChecksum(
        _ bytes: Span<UInt8>, at starOffset: Int, end: Int, limit: Int
    ) -> Scan {
        var offset = starOffset + 1
        while offset < end {
            let byte = bytes[offset]
            if byte == dollar { return .failed(at: offset, .truncated) }
            if hexDigit(byte) == nil { return .failed(at: offset, .noChecksum) }
            offset += 1
        }
        return end == limit ? .failed(at: limit, .overlong) : .unfinished
    }
}

private let backslash = UInt8(ascii: "\\")
private let dollar = UInt8(ascii: "$")
private let exclamation = UInt8(ascii: "!")
private let star = UInt8(ascii: "*")
private let carriageReturn = UInt8(ascii: "\r")
private let lineFeed = UInt8(ascii: "\n")

/// Returns the value of a hexadecimal digit of either case, because some receivers (Magellan
/// EC-10X) write lower case; nil for other bytes.
@inline(__always)
func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte &- 0x30
    case 0x41...0x46: byte &- 0x37
    case 0x61...0x66: byte &- 0x57
    default: nil
    }
}
