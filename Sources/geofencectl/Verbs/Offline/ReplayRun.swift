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
        let outcome = try Recording.read(
            input, as: format, settings: settings, progress: progress.add
        ) { timed in
            pace.wait(for: timed.at, since: start)
            replay.take(timed, say)
        }
        replay.finish(say)
        progress.clear()
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
