internal import ArgumentParser
internal import ControlProtocol
internal import FenceFiles
internal import Geodesy
internal import Geofencing

/// `geofencectl fence check`
struct FenceCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check fence files: what is usable, doubtful or rejected.",
        discussion: """
            Works without the daemon. Exits with 65 when anything is rejected.

            With --near it says when no fence of a file is near that place, and when the place would be \
            inside fences if latitude and longitude were exchanged; exits with 65 then, too.

            EXAMPLES
              geofencectl fence check --near 52.37,4.89 fences.geojson
              geofencectl fence check /etc/geofenced/fences.d/*.geojson
            """)

    @Argument(help: "GeoJSON files; - is standard input.", completion: .file())
    var files: [String]
    @Option(help: "Metres around every fence: the buffer_m of the monitor that watches them.")
    var buffer = 0.0
    @Option(help: "Metres of accuracy of the receiver, 95 %.")
    var accuracy = FenceUse().accuracy_m
    @Option(
        help: ArgumentHelp(
            "Where the receiver will be, in degrees: latitude, longitude.", valueName: "lat,lon"),
        transform: FenceCheckCommand.place)
    var near: Coordinate?
    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        let range = FenceUse.distances_m
        for (option, value) in [("buffer", buffer), ("accuracy", accuracy)]
        where !range.contains(value) {
            throw ValidationError("--\(option) must be 0 to \(Int(range.upperBound)) metres.")
        }
    }

    /// Adds a problem when all fences of the file are far from `near`.
    private func remarked(_ file: FenceFile) -> FenceFile {
        guard let near, let fences = file.fences,
            let remoteness = FenceSet.make(fences).set?.remoteness(from: near)
        else { return file }
        var file = file
        let place = "\(near.latitude), \(near.longitude)"
        file.problems.insert(
            FenceProblem(.rejected, "the file \(remoteness.sentence(place))"), at: 0)
        return file
    }

    /// Parses the position of `LAT,LON`.
    private static func place(_ text: String) throws -> Coordinate {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0.filter { $0 != " " })
        }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
            abs(latitude) <= 90, abs(longitude) <= 180
        else {
            throw ValidationError(
                "--near must be a latitude and a longitude in degrees, such as 52.37,4.89.")
        }
        return Coordinate(latitude: latitude, longitude: longitude)
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
                report.files.append(FenceReport.File(path: path, remarked(file)))
            } catch let failure as CommandFailure {
                report.files.append(FenceReport.File(path: path, unreadable: failure))
                unreadable.append(failure)
            }
        }
        progress.clear()
        output.print(
            report, records: { $0.files.flatMap(\.records) },
            table: { $0.text(Terminal.marks) })
        for failure in unreadable { Console.complain(failure.text) }
        guard report.ok else { throw ExitCode(unreadable.first?.status ?? .badData) }
    }
}
