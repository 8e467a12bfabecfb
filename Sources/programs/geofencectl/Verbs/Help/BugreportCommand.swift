internal import ArgumentParser

/// `geofencectl bugreport`
struct BugreportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bugreport",
        abstract: "Collect in one text what is needed to find a fault from afar.",
        discussion: """
            Versions, the doctor's findings, the status, the configuration, a summary of the files of \
            fences and ground plans, the newest events, the journal and the state of the unit. Values \
            whose names say that they are secrets are replaced, and the arguments of programs are cut. \
            Read it before you send it: it contains positions of the device. --shift-coordinates moves \
            coordinates by one random offset, replaces ids by others, and leaves out properties, names, \
            messages and everything else that may reveal a position; the head of the report lists \
            what was done with each. --recording adds the fixes that the daemon recorded; without it there \
            are none but the last. With sudo it sees more. It is Markdown, which -o writes to a file; \
            there is no JSON form of it.

            EXAMPLES
              geofencectl bugreport --shift-coordinates --output report.md
              geofencectl bugreport --recording 2h --output report.md
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write. Default: standard output.", valueName: "file"),
        completion: .file())
    var output: String?
    @Flag(
        help: """
            Hide places: move coordinates by one random offset, which is not written anywhere, replace \
            ids, and leave out names, messages, properties and comments.
            """)
    var shiftCoordinates = false
    @Flag(
        help: """
            Keep the arguments of programs that are sources. Only values whose names say that they are \
            secrets are replaced in them.
            """)
    var programArguments = false
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
            connection, configuration: config, shift: shiftCoordinates ? .random() : nil,
            keepsArguments: programArguments,
            recordedSince: try recording.map { try TimeExpression.time($0, as: "--recording") })
        guard let output else { return Console.write(report.text) }
        try FileText.write(report.text, to: output)
        Console.complain("Wrote \(output). Read it before you send it.\n")
    }
}
