internal import ArgumentParser
internal import ControlProtocol

/// What the commands that open and close a source have in common.
struct SourceControl: ParsableArguments {
    @Argument(help: "The source's name.", completion: NameCompletion.sources)
    var source: String
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    /// Performs the method and shows the source as it then stands.
    func perform(_ method: Method) throws {
        let client = try connection.connect()
        let record = try client.suggesting(.sources, for: source) {
            try client.call(method, SourceChoice(source: source), as: SourceRecord.self)
        }
        output.print(record) { SourceTable.text([$0], units: output.units) }
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

/// `geofencectl source raw`
struct SourceRawCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "raw", abstract: "Show what a source sends, line by line, until interrupted.",
        discussion: """
            With --timeout, ends after so many seconds. Pushed, recorded and simulated sources give \
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
        var splitter = LineSplitter()
        while let news = try client.nextNotification(until: deadline) {
            guard news.kind == .raw else { continue }
            let piece = try client.params(RawText.self, of: news.line)
            switch output.output {
            case .table: show(splitter.push(piece.text.utf8))
            case .json, .jsonl: Console.writeLine(Wire.line(piece))
            }
        }
        if splitter.isWithinLine { show(splitter.push("\n".utf8)) }
    }

    private func show(_ lines: [LineSplitter.Item]) {
        for line in lines {
            switch line {
            case .line(let bytes):
                Console.write(printable(String(decoding: bytes, as: UTF8.self)) + "\n")
            case .tooLong:
                Console.complain(
                    "geofencectl: A line of more than \(Limits.line_bytes) bytes is not shown.\n")
            }
        }
    }
}
