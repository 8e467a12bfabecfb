internal import ArgumentParser
internal import ControlProtocol
internal import Spelling

/// `geofencectl push`
struct PushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Hand fixes to a source of type socket.",
        discussion: """
            Each line of the file is a fix, such as \
            {"time":"2026-11-21T07:40:00Z","lat":52.37,"lon":4.89,"floor":2,"accuracy_m":3}. \
            Programs of sources and recordings write the same lines, and so do fix -o jsonl and \
            decode -o jsonl. Other keys are ignored.

            KEYS
              lat, lon             degrees; required
              time                 RFC 3339, UTC
              altitude_m, or alt   metres above mean sea level
              vertical_accuracy_m  metres at 95 %
              accuracy_m           metres of radius that hold the true place
              accuracy_level       how surely: from 0.01 to below 1, or one of
                                   "1-sigma", "2d-rms", "68", "95" [default: 0.95]
              speed_mps            metres per second
              course_deg           degrees, 0 is north
              floor                a whole number
              mode                 0 or 1 for no position now, 2 with no altitude
                                   or an assumed one, 3 with a measured one
              last_known           true for an old position: shown, never judged

            Without time a fix is judged as it arrives, but nobody knows when it was taken: its events \
            have no times of crossing, and visits neither times nor a duration.

            Why a line gives no fix is told on standard error at once; of very many lines that of the \
            first and of each kind. The others are taken all the same.

            EXAMPLES
              positioning-engine | geofencectl push indoor
              echo '{"time":"'$(date -u +%FT%TZ)'","lat":52.37,"lon":4.89}' |
                geofencectl push indoor
            """)

    @Argument(help: "The source's name.", completion: NameCompletion.sources)
    var source: String
    @Argument(help: "A file of JSON lines; - is standard input.")
    var file: String = "-"
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try connection.connect()
        var total = SourcePushed(accepted: 0)
        var refused = RefusedLines()
        // What the daemon said last of all fixes it took: that they are not durable yet.
        var doubt: String?
        // Whoever writes line by line waits for no other line: what has come goes on at once.
        try FileText.lines(of: file) { lines in
            var problems: [LineProblem] = []
            defer {
                let told = problems.sorted { $0.line < $1.line }.filter { refused.add($0) }
                for problem in told { complain(problem.sentence) }
            }
            func push(_ batch: FixBatch) throws {
                guard !batch.fixes.isEmpty else { return }
                let parameters = SourcePush(source: source, fixes: batch.fixes)
                let pushed = try client.suggesting(.sources, for: source) {
                    try client.call(.sourcePush, parameters, as: SourcePushed.self)
                }
                total.accepted += pushed.accepted
                problems += pushed.problems.compactMap(batch.problem)
                let news = pushed.problems.first { batch.problem($0) == nil }
                if let news, news != doubt { complain(news) }
                doubt = news
            }
            var batch = FixBatch()
            for line in lines {
                do {
                    let (fix, byteCount) = try fix(of: line.item)
                    if batch.isFull(before: byteCount) {
                        try push(batch)
                        batch = FixBatch()
                    }
                    batch.add(fix, line: line.number, of: byteCount)
                } catch let error as UnreadableLine {
                    problems.append(
                        LineProblem(
                            line: line.number, sentence: "Line \(line.number) \(error.reason)."))
                }
            }
            try push(batch)
        }
        let summary = refused.summary
        let isCut = refused.count > refused.told.count
        total.problems = refused.told + [isCut ? summary : nil, doubt].compactMap(\.self)
        output.print(total) {
            counted($0.accepted, "fix was", "fixes were") + " taken.\n"
        }
        if let summary {
            complain(summary)
            throw ExitCode(.badData)
        }
    }

    private func complain(_ sentence: String) {
        Console.complain("geofencectl: \(printable(sentence))\n")
    }

    private func fix(
        of item: LineSplitter.Item
    ) throws(UnreadableLine) -> (fix: JSONValue, byteCount: Int) {
        switch item {
        case .line(let line):
            guard let fix = try? Wire.value(JSONValue.self, from: line), case .object = fix else {
                throw UnreadableLine(reason: "is no JSON object")
            }
            return (fix, line.count)
        case .tooLong: throw UnreadableLine(reason: "is longer than \(Limits.line_bytes) bytes")
        }
    }
}
