internal import ArgumentParser
internal import Composition
internal import ControlProtocol
internal import FixRecorder
internal import Positioning

/// `geofencectl replay`
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replay a recording with a configuration and print the events.",
        discussion: """
            Works without the daemon, in the recording's own time: NMEA, gpsd JSON, GPX, GeoJSON of \
            Points with a time in properties.time, or JSON of fixes, line by line or as an array, \
            whose keys push --help lists. A recording without a fix ends it with 65. -o json and -o jsonl print one event a line.

            With --recorded it replays the recording of the daemon. Where no daemon answers, root can read its \
            files. All fences are unknown at the beginning, as at the first start of a daemon. With --explain \
            it explains the state of a fence at the end, or at --at, instead of printing events.

            With --against it prints the differences: events that only --config (with --set) or only FILE \
            reports, and events at another time.

            EXAMPLES
              geofencectl replay --config geofenced.toml --input yesterday.nmea
              geofencectl replay --config geofenced.toml --input yesterday.nmea \\
                --set monitor.yard.ignore_period_s=0 --against geofenced.toml
              geofencectl replay --recorded --since yesterday
              geofencectl replay --recorded --explain quarry --at 8h
            """)

    @Option(
        help: ArgumentHelp("The configuration.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String = NamedConfiguration.usualPath
    @Option(
        help: ArgumentHelp("The recording; - is standard input.", valueName: "log"),
        completion: .file())
    var input: String?
    @Flag(help: "Replay the recording of the daemon.")
    var recorded = false
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only what was recorded since then.", valueName: "time|span"))
    var since: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only what was recorded until then.", valueName: "time|span"))
    var until: String?
    @Option(help: ArgumentHelp("Explain the state of this fence.", valueName: "fence"))
    var explain: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The fix at or just before this, for --explain. Default: the last one.",
            valueName: "time|span"))
    var at: String?
    @Option(
        help:
            "The format of the recording, when it is not found out: nmea, gpsd, gpx, pushed, array or geojson.",
        transform: Recording.format)
    var format: TrackFormat?
    @Flag(help: "Sort the fixes by their times first; those of GPX always are.")
    var sort = false
    @Option(
        help: """
            The source of the fixes; by default the one that the monitors use. With --recorded, only fixes of \
            this source.
            """)
    var source: String?
    @Option(
        help: ArgumentHelp(
            "A multiple of the original speed. [default: max]", valueName: "n|max"),
        transform: ReplayPace.init(argument:))
    var speed: ReplayPace = .max
    @Option(
        help: ArgumentHelp(
            "A setting that overrides the file, such as monitor.yard.buffer_m=10; may be repeated.",
            valueName: "key=value"))
    var set: [String] = []
    @Option(
        help: ArgumentHelp("Print what differs from this configuration.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var against: String?
    @Flag(help: "Show the message of each transition, also the standard one.")
    var message = false
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        guard recorded != (input != nil) else {
            throw ValidationError("Give either --input LOG or --recorded.")
        }
        if !recorded, since != nil || until != nil {
            throw ValidationError("--since and --until go with --recorded.")
        }
        if recorded, sort || speed != .max || format != nil {
            throw ValidationError("--sort, --speed and --format go with --input.")
        }
        if at != nil, explain == nil { throw ValidationError("--at goes with --explain.") }
        if explain != nil, against != nil {
            throw ValidationError("--explain and --against exclude each other.")
        }
    }

    func run() throws {
        var run = try ReplayRun(config, overrides: set, source: source, needsSource: !recorded)
        let input = try chosenInput(run)
        if let explain {
            let answer = try run.explanations(
                of: explain, at: try at.map { try TimeExpression.time($0, as: "--at") }, input)
            return output.print(
                answer, records: { $0.explanations }, table: { ExplanationTable.text($0) })
        }
        if let against {
            var other = try ReplayRun(
                against, overrides: [], source: source ?? run.source, needsSource: !recorded)
            (run.sortsFixes, other.sortsFixes) = (sort, sort)
            try compare(other, with: run, input)
            return
        }
        run.pace = speed
        run.sortsFixes = sort
        let buffer = OutputBuffer()
        let isTable = output.output == .table
        try run.perform(input) { event in
            if isTable {
                buffer.add(EventTable.line(event, units: output.units, withMessages: message))
            } else {
                buffer.add(line: Wire.line(event))
            }
            if speed != .max || Terminal.isOutputTerminal { buffer.flush() }
        }
        buffer.flush()
    }

    private func chosenInput(_ run: ReplayRun) throws -> ReplayInput {
        if let input { return .file(input, format) }
        return .recorded(
            RecordedFixes(
                connection: connection, stateDirectory: run.stateDirectory,
                selection: RecordingSelection(
                    since: try since.map { try TimeExpression.time($0, as: "--since") },
                    until: try until.map { try TimeExpression.time($0, as: "--until") },
                    source: source)))
    }

    private func compare(
        _ old: ReplayRun, with new: ReplayRun, _ input: ReplayInput
    ) throws {
        guard self.input != "-" else {
            throw CommandFailure(
                .usage, "--against reads the recording twice, which standard input cannot.",
                hint: "Save it to a file first.")
        }
        var before: [EventRecord] = []
        var after: [EventRecord] = []
        try old.perform(input) { before.append($0) }
        try new.perform(input) { after.append($0) }
        let difference = ReplayDifference(ReplayComparison(before: before, after: after))
        output.print(
            difference, records: { $0.entries },
            table: { $0.text(units: output.units) })
    }
}

/// The differences between two configurations, for output.
struct ReplayDifference: Encodable {
    /// One event that is new, missing or at another time.
    struct Entry: Encodable {
        /// `gained`, `lost` or `moved`.
        var change: String
        /// Seconds from the old time to the new one of a moved event.
        var shift_s: Double?
        /// The event; for a moved event, the new one.
        var event: EventRecord
        /// The old event of a moved one.
        var before: EventRecord?
    }

    /// The new events.
    var gained: [EventRecord]
    /// The missing events.
    var lost: [EventRecord]
    /// The events at another time.
    var moved: [Entry]
    /// The number of equal events.
    var unchanged: Int

    init(_ comparison: ReplayComparison) {
        gained = comparison.gained
        lost = comparison.lost
        moved = comparison.moved.map {
            Entry(change: "moved", shift_s: $0.shift_s, event: $0.after, before: $0.before)
        }
        unchanged = comparison.unchangedCount
    }

    /// All changes, gained ones first.
    var entries: [Entry] {
        gained.map { Entry(change: "gained", event: $0) }
            + lost.map { Entry(change: "lost", event: $0) } + moved
    }

    /// Returns text for people: a line for each change, then totals.
    func text(units: Units) -> String {
        var text = ""
        for entry in entries {
            let line = EventTable.line(entry.event, units: units, color: false)
            if let shift = entry.shift_s {
                text += "~ \(line.dropLast())  moved by \(decimal(shift, 3)) s\n"
            } else {
                text += (entry.change == "gained" ? "+ " : "- ") + line
            }
        }
        let legend =
            entries.isEmpty
            ? "" : "+ only with --config, - only with --against, ~ with both, at another time\n"
        return legend + text
            + "\(gained.count) gained, \(lost.count) lost, \(moved.count) moved,"
            + " \(unchanged) unchanged\n"
    }
}
