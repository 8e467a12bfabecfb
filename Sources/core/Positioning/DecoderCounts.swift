/// The counts of a decoder since it was created.
public struct DecoderCounts: Sendable {
    /// The number of received bytes.
    public internal(set) var bytes = 0
    /// The number of sentences or lines that passed their checks, supported or not.
    public internal(set) var sentences = 0
    /// The number of valid sentences or lines without information about a position.
    public internal(set) var ignored = 0
    /// The number of delivered fixes.
    public internal(set) var fixes = 0
    /// The number of epochs in which the receiver reported that it has no position.
    public var noFixes: Int { noFixReasons.total }
    /// The number of these epochs by reason.
    public internal(set) var noFixReasons = NoFixCounts()
    /// The waypoints of a GPX file. They are skipped: they are places, not a track.
    public internal(set) var wayPoints = 0
    /// The number of times that the receiver's clock began to report impossible times.
    public internal(set) var untrustedTimes = 0
    /// The number of times that the receiver's clock stepped back.
    public internal(set) var backwardsTimes = 0
    /// The number of JSON values that were NaN, infinite or out of range, and so count as unknown.
    public internal(set) var unknownValues = 0
    /// The first unknown value; nil while there is none.
    public internal(set) var firstUnknownValue: UnknownValue?
    /// The problem of the first line or point without a fix; nil while there is none. Not set for
    /// discards with only a reason and no sentence.
    public internal(set) var firstProblem: Problem?
    /// The problem of the last such line or point.
    public internal(set) var lastProblem: Problem?
    /// The number of unreadable times in a document. Their points have no time.
    public internal(set) var unreadableTimes = 0
    /// The text of the first unreadable time.
    public internal(set) var firstUnreadableTime: String?
    /// The number of times in a document that had no time zone and were read as UTC.
    public internal(set) var zonelessTimes = 0
    /// The discarded input, by reason.
    public internal(set) var discards = DiscardCounts()

    /// The problem of a line.
    public struct Problem: Hashable, Sendable {
        /// The reason for the discard.
        public let reason: DiscardReason
        /// The line, from 1.
        public let line: Int
        /// A sentence that describes the problem.
        public let sentence: String
    }

    /// Creates counts of zero.
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

    /// Counts the time of a point of a document if it is unreadable or lacks a time zone.
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

    /// The number of sentences or lines that arrived undamaged, with plausible content or not.
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
