/// The counts of a decoder since it was created.
public struct DecoderCounts: Sendable {
    /// Bytes received.
    public internal(set) var bytes = 0
    /// Sentences or lines that passed their checks, understood or not.
    public internal(set) var sentences = 0
    /// Checked sentences or lines without information about a position.
    public internal(set) var ignored = 0
    /// Fixes delivered.
    public internal(set) var fixes = 0
    /// Epochs in which the receiver reported that it has no position.
    public var noFixes: Int { noFixReasons.total }
    /// The same, by reason.
    public internal(set) var noFixReasons = NoFixCounts()
    /// Way points of a GPX file: places, not a journey, and passed over.
    public internal(set) var wayPoints = 0
    /// How often the receiver's clock started to give impossible times.
    public internal(set) var untrustedTimes = 0
    /// How often the receiver's clock stepped back.
    public internal(set) var backwardsTimes = 0
    /// How many values of JSON lines were NaN, an infinity or beyond all numbers: unknown.
    public internal(set) var unknownValues = 0
    /// The first of them; nil while there is none.
    public internal(set) var firstUnknownValue: UnknownValue?
    /// The problem of the first line or point without a fix; nil while there is none, and where
    /// only its reason is known.
    public internal(set) var firstProblem: Problem?
    /// The same of the last.
    public internal(set) var lastProblem: Problem?
    /// Unreadable times of a document: their points have no time.
    public internal(set) var unreadableTimes = 0
    /// The first of them.
    public internal(set) var firstUnreadableTime: String?
    /// Times of a document without a zone, which were taken as UTC.
    public internal(set) var zonelessTimes = 0
    /// The discarded input, by reason.
    public internal(set) var discards = DiscardCounts()

    /// The problem of a line.
    public struct Problem: Hashable, Sendable {
        /// The reason for the discard.
        public let reason: DiscardReason
        /// The line, from 1.
        public let line: Int
        /// A sentence.
        public let sentence: String
    }

    /// No counts.
    public init() {}

    /// Counts a report that was not decoded from bytes.
    public mutating func count(_ report: Report) {
        switch report {
        case .fix:
            sentences += 1
            fixes += 1
        case .noFix(let reason):
            sentences += 1
            noFixReasons.count(reason)
        case .failure:
            sentences += 1
            noFixReasons.count(.senderError)
        case .discard(let reason): discards.count(reason)
        case .timeFault(let fault): count(fault)
        case .gpsd: ignored += 1
        }
    }

    /// Counts the time of a point of a document if it is unreadable.
    mutating func note(_ time: StatedTime?) {
        guard case .unreadable(let text, _) = time else { return }
        if time?.instantOrUTC != nil {
            zonelessTimes += 1
        } else {
            unreadableTimes += 1
            firstUnreadableTime = firstUnreadableTime ?? text
        }
    }

    mutating func noteProblem(_ sentence: String, _ reason: DiscardReason, line: Int) {
        let problem = Problem(reason: reason, line: line, sentence: sentence)
        lastProblem = problem
        if firstProblem == nil { firstProblem = problem }
    }

    mutating func note(_ line: JSONLine, number: Int) {
        guard let (key, text, breaks) = line.firstUnknown else { return }
        unknownValues += line.unknownValues
        if firstUnknownValue == nil {
            firstUnknownValue = UnknownValue(line: number + breaks, key: key, text: text)
        }
    }

    /// Sentences or lines that arrived undamaged, whether their content is possible or not.
    var whole: Int {
        sentences + discards[.malformed] + discards[.outOfRange] + discards[.missingDigit]
            + discards[.nullIsland] + discards[.otherDatum]
    }

    mutating func count(_ fault: TimeFault) {
        switch fault {
        case .untrusted: untrustedTimes += 1
        case .backwards: backwardsTimes += 1
        }
    }
}
