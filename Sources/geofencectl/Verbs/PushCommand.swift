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
        var splitter = LineSplitter()
        var number = 0
        func push(_ items: [LineSplitter.Item]) throws {
            var fixes: [FixRecord] = []
            for item in items {
                number += 1
                guard case .line(let line) = item,
                    let fix = try? Wire.value(FixRecord.self, from: line)
                else {
                    total.problems.append("Line \(number) is no fix with lat and lon.")
                    continue
                }
                fixes.append(fix)
            }
            guard !fixes.isEmpty else { return }
            let parameters = SourcePush(source: source, fixes: fixes)
            let pushed = try client.suggesting(.sources, for: source) {
                try client.call(.sourcePush, parameters, as: SourcePushed.self)
            }
            total.accepted += pushed.accepted
            total.problems += pushed.problems
        }
        try FileText.pieces(of: file) { try push(splitter.push($0)) }
        if splitter.isWithinLine { try push(splitter.push([UInt8(ascii: "\n")])) }
        output.print(total) { "\($0.accepted) fixes were taken.\n" }
        guard total.problems.isEmpty else {
            var failure = CommandFailure(.badData, "Not every fix was taken.")
            failure.problems = total.problems
            Console.complain(failure.text)
            throw ExitCode(failure.status.rawValue)
        }
    }
}
