internal import ArgumentParser
internal import ControlProtocol
internal import SystemServices

/// The verbs that open and close a source.
struct SourceVerbs: VerbArguments {
    static let verbs = [
        Verb(name: "start", abstract: "Open a source.", method: .sourceStart),
        Verb(name: "stop", abstract: "Close a source; its monitors wait.", method: .sourceStop),
        Verb(
            name: "restart", abstract: "Close a source and open it again.",
            discussion: """
                The time of its last fix is discarded: the next fix is accepted even when it is older, as \
                after a receiver's clock was corrected.
                """,
            method: .sourceRestart),
    ]

    @Argument(help: "The source's name.", completion: NameCompletion.sources)
    var source: String
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func perform(_ method: Method) throws {
        let client = try connection.connect()
        let record = try client.suggesting(.sources, for: source) {
            try client.call(method, SourceChoice(source: source), as: SourceRecord.self)
        }
        output.print(record) { SourceTable.text([$0], units: output.units) }
        guard record.state == "failed", method != .sourceStop else { return }
        throw CommandFailure(
            .checkFailed, "Source \(record.name) could not start.", hint: record.message)
    }
}

/// `geofencectl source raw`
struct SourceRawCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "raw", abstract: "Show what a source sends, line by line, until interrupted.",
        discussion: """
            Bytes without an end of line are shown after a second. When the source is opened again, a line on \
            standard error reports it. With --timeout it ends after that many seconds. Pushed, recorded and \
            simulated sources have no lines: follow their fixes with geofencectl fix --follow.
            """)

    @Argument(help: "The source's name.", completion: NameCompletion.sources)
    var source: String
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try connection.connect()
        _ = try client.suggesting(.sources, for: source) {
            try client.call(.sourceRaw, SourceChoice(source: source), as: Nothing.self)
        }
        let deadline = connection.deadline
        var lines = RawLines()
        // Also when the connection is lost.
        defer { lines.takeRest().map(show) }
        while !deadline.isOver {
            let news = try client.nextNotification(until: deadline.earlier(than: lines.due))
            if let news, news.kind == .raw {
                let piece = try client.params(RawText.self, of: news.line)
                switch output.output {
                case .table:
                    if piece.opened == true {
                        lines.takeRest().map(show)
                        reportOpening(piece)
                    }
                    lines.push(piece.text).forEach(show)
                case .json, .jsonl: Console.writeLine(Wire.line(piece))
                }
            }
            if lines.due.isOver { lines.takeRest().map(show) }
        }
    }

    private func show(_ line: String) {
        Console.write(printable(line) + "\n")
    }

    private func reportOpening(_ opening: RawText) {
        Console.complain(
            "geofencectl: the source \(printable(opening.source)) was opened at"
                + " \(TimeText.seconds(opening.time)); what follows is of a new connection.\n")
    }
}
