internal import ArgumentParser
internal import ControlProtocol

/// `geofencectl push`
struct PushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Hand fixes to a source of type socket.",
        discussion: """
            Each line of the file is a fix: {"lat":52.37,"lon":4.89,"floor":2,"accuracy_m":3}.

            EXAMPLE
              positioning-engine | geofencectl push indoor -
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
        var number = 0
        func push(_ items: [LineSplitter.Item]) throws {
            var fixes: [FixRecord] = []
            for item in items {
                number += 1
                do {
                    fixes.append(try fix(of: item))
                } catch {
                    total.problems.append("Line \(number) \(Self.reason(error)).")
                }
            }
            guard !fixes.isEmpty else { return }
            let parameters = SourcePush(source: source, fixes: fixes)
            let pushed = try client.suggesting(.sources, for: source) {
                try client.call(.sourcePush, parameters, as: SourcePushed.self)
            }
            total.accepted += pushed.accepted
            total.problems += pushed.problems
        }
        try FileText.lines(of: file, push)
        output.print(total) {
            $0.accepted == 1 ? "1 fix was taken.\n" : "\($0.accepted) fixes were taken.\n"
        }
        guard total.problems.isEmpty else {
            var failure = CommandFailure(.badData, "Not every fix was taken.")
            failure.problems = total.problems
            Console.complain(failure.text)
            throw ExitCode(failure.status)
        }
    }

    private func fix(of item: LineSplitter.Item) throws -> FixRecord {
        switch item {
        case .line(let line): try Wire.value(FixRecord.self, from: line)
        case .tooLong:
            throw CommandFailure(.badData, "is longer than \(Limits.line_bytes) bytes")
        }
    }

    /// Why a line is no fix, as the end of a sentence.
    private static func reason(_ error: any Error) -> String {
        if let failure = error as? CommandFailure { return failure.message }
        switch error as? DecodingError {
        case .keyNotFound(let key, _): return "has no \(key.stringValue)"
        case .typeMismatch(_, let context) where !context.codingPath.isEmpty,
            .valueNotFound(_, let context) where !context.codingPath.isEmpty:
            return "has a \(context.codingPath.map(\.stringValue).joined(separator: ".")) that is "
                + "none"
        default: return "is no JSON object"
        }
    }
}
