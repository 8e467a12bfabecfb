/// What a decoder has seen since it was made.
public struct DecoderCounts: Sendable {
    /// Bytes received.
    public internal(set) var bytes = 0
    /// Sentences or lines that passed their checks, understood or not.
    public internal(set) var sentences = 0
    /// Checked sentences or lines of a kind that says nothing about position.
    public internal(set) var ignored = 0
    /// Fixes delivered.
    public internal(set) var fixes = 0
    /// Epochs in which the receiver said that it has no position.
    public internal(set) var noFixes = 0
    /// Way points of a GPX file: places, not a journey, and passed over.
    public internal(set) var wayPoints = 0
    /// How often the receiver's clock began to tell times that cannot be true.
    public internal(set) var untrustedTimes = 0
    /// How often the receiver's clock stepped back.
    public internal(set) var backwardsTimes = 0
    /// How many values of JSON lines were NaN, an infinity or beyond all numbers: unknown.
    public internal(set) var unknownValues = 0
    /// Where the first of them stands; nil while there is none.
    public internal(set) var firstUnknownValue: UnknownValue?
    /// What was thrown away.
    public internal(set) var discards = DiscardCounts()

    /// Nothing seen.
    public init() {}

    /// Counts a report that came whole, not as bytes.
    public mutating func count(_ report: Report) {
        switch report {
        case .fix:
            sentences += 1
            fixes += 1
        case .noFix:
            sentences += 1
            noFixes += 1
        case .discard(let reason): discards.count(reason)
        case .timeFault(let fault): count(fault)
        case .gpsd: ignored += 1
        }
    }

    mutating func note(_ line: JSONLine, number: Int) {
        guard let (key, text) = line.firstUnknown else { return }
        unknownValues += line.unknownValues
        if firstUnknownValue == nil {
            firstUnknownValue = UnknownValue(line: number, key: key, text: text)
        }
    }

    /// Sentences or lines that arrived as they were sent, whether what they say can be or not.
    var whole: Int {
        sentences + discards[.malformed] + discards[.outOfRange] + discards[.nullIsland]
    }

    mutating func count(_ fault: TimeFault) {
        switch fault {
        case .untrusted: untrustedTimes += 1
        case .backwards: backwardsTimes += 1
        }
    }
}
