internal import ArgumentParser
internal import ControlProtocol
internal import FenceFiles

/// `geofencectl fence check`
struct FenceCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check fence files: what is usable, doubtful or rejected.",
        discussion: """
            Works without the daemon. Exits with 65 when anything is rejected.

            EXAMPLE
              geofencectl fence check /etc/geofenced/fences.d/*.geojson
            """)

    @Argument(help: "GeoJSON files; - is standard input.", completion: .file())
    var files: [String]
    @OptionGroup var output: OutputOptions

    func run() throws {
        var report = FenceReport(files: [])
        for path in files {
            let file = FenceFile.read(try FileText.read(path, limit: FenceFile.maximumBytes))
            report.files.append(FenceReport.File(path: path, file))
        }
        output.print(report, records: { $0.files.flatMap(\.features) }, table: { $0.text })
        guard report.ok else { throw ExitCode(ExitReason.badData.rawValue) }
    }
}
