internal import ArgumentParser
internal import Composition
internal import ControlProtocol
internal import Positioning

/// `geofencectl decode`
struct DecodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        abstract: "Print the fixes of a recorded log: NMEA, gpsd JSON, GPX or pushed JSON lines.",
        discussion: """
            For programs (-o jsonl, and whenever standard output is not a terminal) each fix is \
            {"time","lat","lon","alt","speed_mps","course_deg","mode","accuracy_m","floor"} with \
            null for what is not known, as push and replay read it; with mode 2 the receiver only assumed alt. \
            What was discarded and why goes to standard error.

            EXAMPLE
              geofencectl decode receiver.nmea -o jsonl | jq -c '[.lat, .lon]'
            """)

    @Argument(help: "The recording; - is standard input.", completion: .file())
    var file: String
    @Option(
        help: "The format, when it is not found out: nmea, gpsd, gpx, pushed, array or geojson.",
        transform: Recording.format)
    var format: TrackFormat?
    @Option(
        name: .shortAndLong,
        help: "table, json or jsonl. [default: table on a terminal, else jsonl]")
    var output: OutputFormat?
    @Option(help: "The units of tables.")
    var units: Units = .metric
    @Flag(help: "Times of tables in UTC, not in the zone of TZ or this machine.")
    var utc = false
    @Flag(name: .shortAndLong, help: "No summary on standard error.")
    var quiet = false

    func run() throws {
        let asTable = (output ?? (Terminal.isOutputTerminal ? .table : .jsonl)) == .table
        let buffer = OutputBuffer()
        let outcome = try Recording.read(file, as: format) { timed, _ in
            guard case .fix(let fix) = timed.report else { return }
            buffer.add(
                asTable
                    ? FixTable.line(FixRecord(fix, source: nil), units: units)
                    : fix.decodeLine + "\n")
        }
        buffer.flush()
        if !quiet { Console.complain(Recording.summary(outcome)) }
        try Recording.demandFixes(outcome, file)
    }
}
