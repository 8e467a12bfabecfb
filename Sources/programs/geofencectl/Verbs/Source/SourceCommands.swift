internal import ArgumentParser
internal import ControlProtocol

/// `geofencectl source …`
struct SourceCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "source",
        abstract: "List, inspect, explain, start, stop and listen to sources.",
        subcommands: [
            SourceListCommand.self, SourceStatusCommand.self, VerbCommand<SourceVerbs, 0>.self,
            VerbCommand<SourceVerbs, 1>.self, VerbCommand<SourceVerbs, 2>.self,
            SourceExplainCommand.self, SourceRawCommand.self,
        ], defaultSubcommand: SourceListCommand.self)
}

/// `geofencectl source list`
struct SourceListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show every source.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let list = try connection.connect().call(.sourceList, Nothing(), as: SourceList.self)
        output.print(
            list, records: { $0.sources },
            table: { SourceTable.text($0.sources, units: output.units) })
    }
}

/// `geofencectl source status`
struct SourceStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show sources with their counters, discards and refused fixes by reason included."
    )

    @Argument(help: "The source's name; all when left out.", completion: NameCompletion.sources)
    var source: String?
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try connection.connect()
        guard let source else {
            let list = try client.call(.sourceList, Nothing(), as: SourceList.self)
            output.print(list, records: { $0.sources }) { list in
                list.sources.isEmpty
                    ? "No sources are configured.\n"
                    : list.sources.map { SourceTable.detail($0, units: output.units) }
                        .joined(separator: "\n")
            }
            return
        }
        let record = try client.suggesting(.sources, for: source) {
            try client.call(
                .sourceStatus, SourceChoice(source: source), as: SourceRecord.self)
        }
        output.print(record) { SourceTable.detail($0, units: output.units) }
    }
}

/// `geofencectl source explain`
struct SourceExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show every check that a source's fixes pass, and how many fixes each refused.",
        discussion: """
            For each check: the number in force, the key of the configuration that changes it or switches \
            it off, how many fixes it concerned since the daemon started, and when the last of them. \
            geofenced.sources(7) says what each one does.
            """)

    @Argument(help: "The source's name.", completion: NameCompletion.sources)
    var source: String
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try connection.connect()
        let record = try client.suggesting(.sources, for: source) {
            try client.call(
                .sourceStatus, SourceChoice(source: source), as: SourceRecord.self)
        }
        output.print(SourceExplanation(record)) { CheckTable.text($0) }
    }
}
