internal import ArgumentParser

/// `geofencectl bugreport`
struct BugreportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bugreport",
        abstract: "Collect in one text what is needed to find a fault from afar.",
        discussion: """
            Versions, the doctor's findings, the status, the configuration, a summary of the files of \
            fences and ground plans, the newest events, the journal and the state of the unit. Values \
            whose names say that they are secrets are replaced. Read it before you send it: positions \
            tell where somebody was, and --shift-coordinates moves them all by one random offset. With \
            sudo it sees more. It is Markdown, which -o writes to a file; there is no JSON form of it.

            EXAMPLES
              geofencectl bugreport --shift-coordinates --output report.md
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write. Default: standard output.", valueName: "file"),
        completion: .file())
    var output: String?
    @Flag(
        help: """
            Move every coordinate by one random offset, which nobody is told, and leave out comments of \
            the configuration.
            """)
    var shiftCoordinates = false
    @Option(
        help: ArgumentHelp(
            "The configuration to include. Default: the one of the daemon.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?
    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        let report = BugReport.read(
            connection, configuration: config, shift: shiftCoordinates ? .random() : nil)
        guard let output else { return Console.write(report.text) }
        try FileText.write(report.text, to: output)
        Console.complain("Wrote \(output). Read it before you send it.\n")
    }
}
