internal import ControlProtocol
internal import JSONText
internal import Positioning
internal import Suggestions

/// Sends lines with fixes to the daemon.
struct Push {
    let source: String
    let isHistory: Bool
    private let connection: ConnectionOptions
    private var client: Client
    private var batch: FixBatch
    private var total = SourcePushed(accepted: 0)
    private var refused = RefusedLines()
    /// Whether a value that should be a number was reported.
    private var hasReportedUnknown = false
    /// The last warning of the daemon about accepted fixes: they are not durable yet.
    private var doubt: String?

    /// Connects. Throws a `CommandFailure` with a hint.
    init(source: String, isHistory: Bool, _ connection: ConnectionOptions) throws {
        self.source = source
        self.isHistory = isHistory
        self.connection = connection
        client = try connection.connect()
        batch = FixBatch(isHistory: isHistory)
        if isHistory { total.covered = 0 }
    }

    /// The number of lines without a fix, as a sentence; nil for none.
    var summary: String? { refused.summary }

    /// The total result.
    var result: SourcePushed {
        var result = total
        let isCut = refused.count > refused.reported.count
        result.problems = refused.reported + [isCut ? summary : nil, doubt].compactMap(\.self)
        return result
    }

    /// Adds the lines that have arrived. Live fixes are sent immediately, because the program that
    /// writes them may wait before the next line.
    mutating func add(_ lines: [NumberedLine]) throws {
        var problems: [LineProblem] = []
        defer { complain(problems) }
        for line in lines {
            do {
                let (fix, byteCount) = try Self.fix(of: line.item)
                reportUnknownValue(in: line)
                if batch.isFull(before: fix, of: byteCount) { try send(&problems, more: true) }
                batch.add(fix, line: line.number, of: byteCount)
            } catch let error as UnreadableLine {
                problems.append(
                    LineProblem(
                        line: line.number, sentence: "Line \(line.number) \(error.reason)."))
            }
        }
        if !isHistory { try send(&problems) }
    }

    /// Sends the remaining fixes.
    mutating func finish() throws {
        var problems: [LineProblem] = []
        defer { complain(problems) }
        try send(&problems)
    }

    /// Sends the batch; `more` fixes follow, which matters to a history.
    private mutating func send(_ problems: inout [LineProblem], more: Bool = false) throws {
        guard !batch.fixes.isEmpty else { return }
        let sent = batch
        batch = FixBatch(isHistory: isHistory)
        let parameters = SourcePush(
            source: source, fixes: sent.fixes, history: isHistory ? true : nil,
            more: isHistory && more ? true : nil)
        // The time between fixes may exceed the idle limit. A connection that is about to be
        // closed is not used: a lost request may have been performed.
        if client.isStale { client = try connection.connect() }
        let pushed = try client.suggesting(.sources, for: source) {
            try client.call(.sourcePush, parameters, as: SourcePushed.self)
        }
        total.add(pushed)
        problems += pushed.problems.compactMap(sent.problem)
        let news = pushed.problems.first { sent.problem($0) == nil }
        if let news, news != doubt { complain(news) }
        doubt = news
    }

    private mutating func complain(_ problems: [LineProblem]) {
        let reported = problems.sorted { $0.line < $1.line }.filter { refused.add($0) }
        for problem in reported { complain(problem.sentence) }
    }

    private func complain(_ sentence: String) {
        Console.complain("geofencectl: \(printable(sentence))\n")
    }

    /// Returns the value of a line, with null for NaN and similar words.
    private static func withUnknownValues(_ line: [UInt8]) throws(UnreadableLine) -> JSONValue {
        var json = JSONReader(line)
        do {
            let value = try json.compactValue()
            guard json.isAtEnd() else { throw json.fault("something follows the object") }
            return try Wire.value(JSONValue.self, from: Array(value.text.utf8))
        } catch let fault as JSONFault {
            throw UnreadableLine(
                reason: "is not a JSON object: column \(fault.offset + 1): \(fault.reason)")
        } catch {
            throw UnreadableLine(reason: "is not a JSON object")
        }
    }

    /// Reports the first value that should be a number and is not.
    private mutating func reportUnknownValue(in line: NumberedLine) {
        guard !hasReportedUnknown, case .line(let bytes) = line.item,
            let unknown = PushedFixDecoder.unknownValue(in: bytes)
        else { return }
        hasReportedUnknown = true
        complain(
            "Line \(line.number): \(unknown.key) is \(unknown.text), no number, and taken as unknown; null is "
                + "the word for that.")
    }

    private static func fix(
        of item: LineSplitter.Item
    ) throws(UnreadableLine) -> (fix: JSONValue, byteCount: Int) {
        switch item {
        case .line(let line):
            let fix: JSONValue
            if let value = try? Wire.value(JSONValue.self, from: line) {
                fix = value
            } else {
                fix = try withUnknownValues(line)
            }
            guard case .object = fix else { throw UnreadableLine(reason: "is not a JSON object") }
            return (fix, line.count)
        case .tooLong: throw UnreadableLine(reason: "is longer than \(Limits.line_bytes) bytes")
        }
    }
}

/// The fixes of one request, and the input lines that they come from.
struct FixBatch {
    /// The fixes, in the order of their lines.
    private(set) var fixes: [JSONValue] = []
    private var lines: [Int] = []
    private var bytes = 0

    /// Whether the fixes are a history of an offline device: its requests are filled completely.
    let isHistory: Bool

    /// The most live fixes of one request, so that the daemon serves other clients in between.
    private static let mostFixes = 500
    /// The most bytes of lines in one request: a quarter of its limit, since encoding the fixes
    /// makes them longer.
    private static let mostBytes = Limits.line_bytes / 4
    /// The most bytes of a history: a line without the envelope. The encoded fixes are counted.
    private static let mostHistoryBytes = Limits.line_bytes - 1024

    /// Creates an empty batch.
    init(isHistory: Bool = false) {
        self.isHistory = isHistory
    }

    /// Whether a fix from a line of `byteCount` bytes belongs to the next batch.
    func isFull(before fix: JSONValue, of byteCount: Int) -> Bool {
        if isHistory {
            return fixes.count >= Limits.historyFixes
                || !fixes.isEmpty && bytes + Self.written(fix) > Self.mostHistoryBytes
        }
        return fixes.count >= Self.mostFixes || !fixes.isEmpty && bytes + byteCount > Self.mostBytes
    }

    /// Adds the fix of a line.
    mutating func add(_ fix: JSONValue, line number: Int, of byteCount: Int) {
        fixes.append(fix)
        lines.append(number)
        bytes += isHistory ? Self.written(fix) : byteCount
    }

    /// Returns the bytes of a fix in a request, with its comma.
    private static func written(_ fix: JSONValue) -> Int { Wire.line(fix).count + 1 }

    /// Returns the problem of `fixes[N]` with its input line; nil for a problem of all fixes.
    func problem(_ text: String) -> LineProblem? {
        let prefix = "fixes["
        let parts = text.dropFirst(prefix.count).split(separator: "]: ", maxSplits: 1)
        guard text.hasPrefix(prefix), parts.count == 2, let index = Int(parts[0]),
            lines.indices.contains(index)
        else { return nil }
        return LineProblem(line: lines[index], sentence: "Line \(lines[index]): \(parts[1])")
    }
}

/// Input lines without a fix: all are counted, a limited number is reported.
struct RefusedLines {
    /// The number of lines.
    private(set) var count = 0
    /// The reported sentences, in the order of the lines.
    private(set) var reported: [String] = []
    private var kinds: Set<String> = []

    /// Counts a line. Returns true when it should be reported: it is among the first lines, or the
    /// first of its kind, and `reportedMaximum` is not reached.
    mutating func add(_ problem: LineProblem) -> Bool {
        count += 1
        guard reported.count < Self.reportedMaximum else { return false }
        // Sentences that differ only in numbers are of the same kind.
        let isNew = kinds.insert(problem.sentence.filter { !$0.isNumber }).inserted
        guard isNew || count <= Self.alwaysReported else { return false }
        reported.append(problem.sentence)
        return true
    }

    /// The summary for the end of the input; nil when there is no such line.
    var summary: String? {
        guard count > 0 else { return nil }
        let rest = count - reported.count
        return counted(count, "line") + " gave no fix"
            + (rest > 0 ? ", \(rest) of which are not listed above." : ".")
    }

    /// The number of first lines that are always reported: enough to see a pattern.
    private static let alwaysReported = 20
    /// The most reported lines: sentences contain text of the input, so that the number of kinds is
    /// unlimited.
    private static let reportedMaximum = 100
}

/// A problem of an input line, found by this program or by the daemon.
struct LineProblem {
    /// The number of the line, from 1.
    let line: Int
    /// A sentence that names the line.
    let sentence: String
}
