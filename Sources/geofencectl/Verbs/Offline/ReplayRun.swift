internal import Chronology
internal import Composition
internal import ControlProtocol
internal import Geofencing
internal import Positioning
internal import Settings

/// One configuration, ready to be run over a recording.
struct ReplayRun {
    /// The source that the recording stands for.
    let source: String
    /// How fast the recording is played.
    var pace = ReplayPace.max
    /// Whether fixes are put in the order of their times first.
    var sortsFixes = false
    private let composition: Composition
    private let settings: TrackSettings

    /// Reads a configuration. Throws what is wrong with it, or that the source is unknown; tells
    /// what is wrong with its fence files on standard error.
    init(_ path: String, overrides: [String], source: String?) throws {
        composition = try ConfigurationFile.load(path, overrides: overrides)
        for problem in composition.fileProblems {
            Console.complain("geofencectl: \(printable(problem.description))\n")
        }
        let sources = composition.configuration.sources
        self.source = try source ?? ReplayRun.usualSource(of: composition.configuration, path)
        guard let found = sources.first(where: { [name = self.source] in $0.name == name }) else {
            var failure = CommandFailure(
                .noInput, "\(path) has no source \"\(printable(self.source))\".",
                hint: "It has: \(sources.map(\.name).joined(separator: ", ")).")
            failure.suggestion = Suggestion.nearest(to: self.source, among: sources.map(\.name))
            throw failure
        }
        settings = TrackSettings(found)
    }

    /// Gives every event of a recording to `take`. Throws when the recording cannot be read.
    func perform(
        _ input: String, _ format: TrackFormat?, _ take: @escaping (EventRecord) -> Void
    ) throws {
        let progress = ProgressLine(total: pace == .max ? FileText.size(of: input) : nil)
        let say: (EventRecord) -> Void = { event in
            progress.clear()
            take(event)
        }
        var replay = Replay(composition.engine, source: source, say)
        let start = Clock.monotonic
        var order = RecordingOrder()
        var waiting: [TimedReport] = []
        let outcome = try Recording.read(
            input, as: format, settings: settings, progress: progress.add
        ) { timed, format in
            // A GPX document has no order of arrival.
            guard !sortsFixes, format != .gpx else { return waiting.append(timed) }
            order.take(timed.report)
            pace.wait(for: timed.at, since: start)
            replay.take(timed, say)
        }
        for timed in TimedReport.sorted(waiting) {
            pace.wait(for: timed.at, since: start)
            replay.take(timed, say)
        }
        replay.finish(say)
        progress.clear()
        if let remark = order.remark { Console.complain("geofencectl: \(remark)\n") }
        if outcome.counts.fixes == 0 { Console.complain(Recording.summary(outcome)) }
        for note in [Recording.damage(outcome)].compactMap(\.self) + Recording.notes(outcome)
        where outcome.counts.fixes > 0 {
            Console.complain("geofencectl: \(printable(input)): \(note)\n")
        }
        for monitor in replay.engine.monitors() where monitor.status == .failedToStart {
            let reason = monitor.warnings.first?.message ?? ""
            Console.complain(
                "geofencectl: monitor \(printable(monitor.definition.name)) could not start."
                    + " \(printable(reason))\n")
        }
        try Recording.demandFixes(outcome, input)
    }

    /// The source that monitors use, when they agree.
    private static func usualSource(of configuration: Configuration, _ path: String) throws
        -> String
    {
        let used = Set(configuration.monitors.map(\.source))
        if used.count <= 1, let only = used.first ?? configuration.sources.first?.name {
            return only
        }
        throw CommandFailure(
            .usage, "The monitors of \(path) use several sources or none.",
            hint: "Say which one the recording stands for: --source"
                + " \(used.sorted().joined(separator: " | ")).")
    }
}

/// Whether the fixes of a recording stand in the order of their times.
private struct RecordingOrder {
    private var last: UTCInstant?
    private var older = 0

    mutating func take(_ report: Report) {
        guard case .fix(let fix) = report, let time = fix.time else { return }
        if let last, time < last { older += 1 }
        last = time
    }

    /// What is to be said of it; nil for nothing.
    var remark: String? {
        guard older > 0 else { return nil }
        let fixes =
            older == 1 ? "1 fix is older than the fix" : "\(older) fixes are older than the fix"
        return "\(fixes) before, and evaluated in the order of the lines, as the daemon would have "
            + "received them; --sort puts them in the order of their times."
    }
}
