internal import ArgumentParser
internal import Composition
internal import ControlProtocol
internal import Positioning

/// `geofencectl replay`
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Run a recording through a configuration and print the events it gives.",
        discussion: """
            Works without the daemon, in the recording's own time: NMEA, gpsd JSON, GPX, GeoJSON of \
            Points with a time in properties.time, or JSON of fixes, line by line or as an array, \
            whose keys push --help lists. A recording without a fix ends it with 65. -o json and -o jsonl print one event a line.

            With --against the differences are printed instead: what --config (with --set) gives \
            beyond FILE, lacks, or gives at another time.

            EXAMPLES
              geofencectl replay --config geofenced.toml --input yesterday.nmea
              geofencectl replay --config geofenced.toml --input yesterday.nmea \\
                --set monitor.yard.ignore_period_s=0 --against geofenced.toml
            """)

    @Option(
        help: ArgumentHelp("The configuration.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String = ConfigurationFile.usualPath
    @Option(
        help: ArgumentHelp("The recording; - is standard input.", valueName: "log"),
        completion: .file())
    var input: String
    @Option(
        help:
            "The format of the recording, when it is not found out: nmea, gpsd, gpx, pushed, array or geojson.",
        transform: Recording.format)
    var format: TrackFormat?
    @Flag(help: "Put the fixes in the order of their times first; GPX always is.")
    var sort = false
    @Option(help: "The source that the recording stands for; else the one the monitors use.")
    var source: String?
    @Option(
        help: ArgumentHelp(
            "How many times as fast as it happened. [default: max]", valueName: "n|max"),
        transform: ReplayPace.init(argument:))
    var speed: ReplayPace = .max
    @Option(
        help: ArgumentHelp(
            "A setting over the file's, such as monitor.yard.buffer_m=10; may be repeated.",
            valueName: "key=value"))
    var set: [String] = []
    @Option(
        help: ArgumentHelp("Print what differs from this configuration.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var against: String?
    @OptionGroup var output: OutputOptions

    func run() throws {
        var run = try ReplayRun(config, overrides: set, source: source)
        if let against {
            var other = try ReplayRun(against, overrides: [], source: run.source)
            (run.sortsFixes, other.sortsFixes) = (sort, sort)
            try compare(other, with: run)
            return
        }
        run.pace = speed
        run.sortsFixes = sort
        let buffer = OutputBuffer()
        let isTable = output.output == .table
        try run.perform(input, format) { event in
            if isTable {
                buffer.add(EventTable.line(event, units: output.units))
            } else {
                buffer.add(line: Wire.line(event))
            }
            if speed != .max || Terminal.isOutputTerminal { buffer.flush() }
        }
        buffer.flush()
    }

    private func compare(_ old: ReplayRun, with new: ReplayRun) throws {
        guard input != "-" else {
            throw CommandFailure(
                .usage, "--against reads the recording twice, which standard input cannot.",
                hint: "Save it to a file first.")
        }
        var before: [EventRecord] = []
        var after: [EventRecord] = []
        try old.perform(input, format) { before.append($0) }
        try new.perform(input, format) { after.append($0) }
        let difference = ReplayDifference(ReplayComparison(before: before, after: after))
        output.print(
            difference, records: { $0.entries },
            table: { $0.text(units: output.units) })
    }
}
