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
    @Option(help: "Metres around every fence: the buffer_m of the monitor that watches them.")
    var buffer = 0.0
    @Option(help: "Metres of accuracy of the receiver, 95 %.")
    var accuracy = FenceUse().accuracy_m
    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        let range = FenceUse.distances_m
        for (option, value) in [("buffer", buffer), ("accuracy", accuracy)]
        where !range.contains(value) {
            throw ValidationError("--\(option) must be 0 to \(Int(range.upperBound)) metres.")
        }
    }

    func run() throws {
        var use = FenceUse()
        use.buffer_m = buffer
        use.accuracy_m = accuracy
        var report = FenceReport(files: [])
        let sizes = files.compactMap(FileText.size)
        let progress = ProgressLine(total: sizes.count == files.count ? sizes.reduce(0, +) : nil)
        defer { progress.clear() }
        var unreadable: [CommandFailure] = []
        for path in files {
            do {
                let bytes = try FileText.read(path, limit: FenceFile.maximumBytes)
                let file = FenceFile.check(bytes, for: use, looked: progress.add)
                report.files.append(FenceReport.File(path: path, file))
            } catch let failure as CommandFailure {
                report.files.append(FenceReport.File(path: path, unreadable: failure))
                unreadable.append(failure)
            }
        }
        progress.clear()
        output.print(
            report, records: { $0.files.flatMap(\.features) },
            table: { $0.text(Terminal.marks) })
        for failure in unreadable { Console.complain(failure.text) }
        guard report.ok else { throw ExitCode(unreadable.first?.status ?? .badData) }
    }
}
