internal import ArgumentParser
internal import ControlProtocol
internal import FenceFiles
internal import Geodesy
internal import Geofencing
internal import JSONText

/// `geofencectl fence probe`
struct FenceProbeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe", abstract: "Measure how far points are from the fences of a file.",
        discussion: """
            Works without the daemon. Each line of POINTS is {"lat":…,"lon":…}. Each line of -o jsonl \
            is {"lat","lon","fences":[{"id","s"}]}: the fences that contain the point or lie within \
            --radius metres, with the signed distance in metres to the fence as drawn, negative \
            inside. With --radius 0 only the fences that contain the point, edge included.

            EXAMPLE
              echo '{"lat":52.37,"lon":4.89}' |
                geofencectl fence probe yard.geojson --points -
            """)

    @Argument(help: "A GeoJSON file.", completion: .file())
    var file: String
    @Option(
        help: ArgumentHelp("JSON lines of points; - is standard input.", valueName: "points"),
        completion: .file())
    var points: String
    @Option(help: ArgumentHelp("Metres around a point.", valueName: "m"))
    var radius = 1000.0
    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        if !(radius >= 0) { throw ValidationError("--radius must be 0 or more metres.") }
    }

    func run() throws {
        let fences = try load()
        let buffer = OutputBuffer()
        var problems: [String] = []
        func measure(_ lines: [NumberedLine]) {
            for line in lines {
                let place: Coordinate
                do throws(UnreadableLine) {
                    place = try self.place(line.item)
                } catch {
                    if problems.count < FenceProbeCommand.shownProblems {
                        problems.append("Line \(line.number) of the points \(error.reason).")
                    }
                    continue
                }
                let near = fences.fences(near: place, radius_m: radius)
                output.output == .table
                    ? buffer.add(text(place, near)) : PointLine.write(place, near, to: buffer)
            }
        }
        try FileText.lines(of: points, measure)
        buffer.flush()
        if !problems.isEmpty {
            var failure = CommandFailure(.badData, "Not every line of \(points) is a point.")
            failure.problems = problems
            Console.complain(failure.text)
            throw ExitCode(failure.status)
        }
    }

    private func place(_ item: LineSplitter.Item) throws(UnreadableLine) -> Coordinate {
        switch item {
        case .line(let line): return try PointLine.place(line)
        case .tooLong:
            throw UnreadableLine(reason: "is longer than \(Limits.line_bytes) bytes")
        }
    }

    /// The most problems shown: enough to see what is wrong.
    private static let shownProblems = 10

    private func load() throws -> FenceSet {
        let file = FenceFile.load(try FileText.read(self.file, limit: FenceFile.maximumBytes))
        for problem in file.problems where problem.severity == .rejected {
            Console.complain("geofencectl: \(printable("\(self.file): \(problem)"))\n")
        }
        guard let fences = file.set else {
            throw CommandFailure(.badData, "\(self.file) gives no fences.")
        }
        return fences
    }

    private func text(_ place: Coordinate, _ near: [NearFence]) -> String {
        let fences = near.map {
            "\(printable($0.id)) \(output.units.length($0.distance_m))"
        }
        return "\(decimal(place.latitude, 6)) \(decimal(place.longitude, 6))  "
            + (fences.isEmpty ? "-" : fences.joined(separator: ", ")) + "\n"
    }
}
