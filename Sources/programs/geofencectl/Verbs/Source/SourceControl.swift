internal import ArgumentParser
internal import ControlProtocol

/// The common part of the commands that open and close a source.
struct SourceControl: ParsableArguments {
    @Argument(help: "The source's name.", completion: NameCompletion.sources)
    var source: String
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    /// Performs the method and shows the resulting source.
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

/// `geofencectl source start`
struct SourceStartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Open a source.")
    @OptionGroup var control: SourceControl
    func run() throws { try control.perform(.sourceStart) }
}

/// `geofencectl source stop`
struct SourceStopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "Close a source; its monitors wait.")
    @OptionGroup var control: SourceControl
    func run() throws { try control.perform(.sourceStop) }
}

/// `geofencectl source restart`
struct SourceRestartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restart", abstract: "Close a source and open it again.",
        discussion: """
            What is known of its time is forgotten: the next fix is taken even when it is older than the \
            last one, as after a receiver's clock was put right.
            """)
    @OptionGroup var control: SourceControl
    func run() throws { try control.perform(.sourceRestart) }
}

/// `geofencectl source raw`
struct SourceRawCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "raw", abstract: "Show what a source sends, line by line, until interrupted.",
        discussion: """
            What has no end of line is shown after a second. When the source is opened again, as after \
            a loss, standard error says so between the lines. With --timeout, ends after so many \
            seconds. Pushed, recorded and simulated sources give \
            fixes only: follow those with geofencectl fix --follow.
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
                        note(piece)
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

    private func note(_ opening: RawText) {
        Console.complain(
            "geofencectl: the source \(printable(opening.source)) was opened at"
                + " \(TimeText.seconds(opening.time)); what follows is of a new connection.\n")
    }
}
