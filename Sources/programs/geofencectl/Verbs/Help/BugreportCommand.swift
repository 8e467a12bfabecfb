internal import ArgumentParser

/// `geofencectl bugreport`
struct BugreportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bugreport",
        abstract: "Collect in one text what is needed to find a fault from afar.",
        discussion: """
            Versions, the findings of doctor, the status, the configuration, the problems of fence files and \
            ground plans, the newest events, the journal and the state of the unit. Secrets and the commands \
            of sources are left out. Positions are left out, too, with everything that may reveal one: only \
            values of known keys remain, names are numbered, and sentences keep their plain words. With \
            --with-positions nothing but secrets is left out. --recording adds the fixes that the daemon \
            recorded. With sudo it sees more. Read it before you send it. It is Markdown, which -o writes to a \
            new file that only you may read; there is no JSON form of it.

            EXAMPLES
              geofencectl bugreport -o report.md
              geofencectl bugreport --with-positions --recording 2h -o report.md
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The new file to write. Default: standard output.", valueName: "file"),
        completion: .file())
    var output: String?
    @Flag(help: "Show positions, names, messages and properties.")
    var withPositions = false
    @Option(
        help: ArgumentHelp(
            "The configuration to include. Default: the one of the daemon.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Include what the daemon recorded since then, at most the newest 10000 entries.",
            valueName: "time|span"))
    var recording: String?
    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        let report = BugReport.read(
            connection, configuration: config, hasPositions: withPositions,
            recordedSince: try recording.map { try TimeExpression.time($0, as: "--recording") })
        guard let output else { return Console.write(report.text) }
        try FileText.write(report.text, toNew: output)
        Console.complain("Wrote \(output). Read it before you send it.\n")
    }
}
