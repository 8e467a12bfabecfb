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
    mutating func take(_ lines: [NumberedLine]) throws {
        var problems: [LineProblem] = []
        defer { complain(problems) }
        for line in lines {
            do {
                let (fix, byteCount) = try Self.fix(of: line.item)
                noteUnknownValue(in: line)
                if batch.isFull(before: fix, of: byteCount) { try send(&problems) }
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

    private mutating func send(_ problems: inout [LineProblem]) throws {
        guard !batch.fixes.isEmpty else { return }
        let sent = batch
        batch = FixBatch(isHistory: isHistory)
        let parameters = SourcePush(
            source: source, fixes: sent.fixes, history: isHistory ? true : nil)
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
    private mutating func noteUnknownValue(in line: NumberedLine) {
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
