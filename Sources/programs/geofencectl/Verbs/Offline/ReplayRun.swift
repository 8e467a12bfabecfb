internal import Chronology
internal import Composition
internal import ControlProtocol
internal import FixRecorder
internal import Fixes
internal import Geofencing
internal import Positioning
internal import Settings
internal import Suggestions
internal import SystemServices

/// The input of a replay.
enum ReplayInput {
    /// A recording in a file; `-` is standard input.
    case file(String, TrackFormat?)
    /// The recording of the daemon.
    case recorded(RecordedFixes)
}

/// One configuration, prepared to replay a recording.
struct ReplayRun {
    /// The source of the recording; nil for a recording that contains the sources.
    let source: String?
    /// The speed of the replay.
    var pace = ReplayPace.max
    /// Whether fixes are first sorted by their times.
    var sortsFixes = false
    /// The state directory of a daemon with this configuration.
    var stateDirectory: String { composition.stateDirectory }
    private let composition: Composition
    private let settings: TrackSettings

    /// Reads a configuration. Throws its problems, or a failure for an unknown source. Writes the
    /// problems of its fence files to standard error.
    ///
    /// - Parameter needsSource: whether the recording has one source, which the configuration
    ///   must then have.
    init(_ path: String, overrides: [String], source: String?, needsSource: Bool) throws {
        composition = try NamedConfiguration.load(path, overrides: overrides)
        for problem in composition.fileProblems {
            Console.complain("geofencectl: \(printable(problem.description))\n")
        }
        let sources = composition.configuration.sources
        guard needsSource || source != nil else {
            (self.source, settings) = (nil, TrackSettings())
            return
        }
        let name = try source ?? ReplayRun.usualSource(of: composition.configuration, path)
        self.source = name
        guard let found = sources.first(where: { $0.name == name }) else {
            var failure = CommandFailure(
                .noInput, "\(path) has no source \"\(printable(name))\".",
                hint: "It has: \(sources.map(\.name).joined(separator: ", ")).")
            failure.suggestion = Suggestion.nearest(to: name, among: sources.map(\.name))
            throw failure
        }
        settings = TrackSettings(found)
    }

    /// Passes every event of the replay to `take`. Throws when the input cannot be read.
    func perform(_ input: ReplayInput, _ take: @escaping (EventRecord) -> Void) throws {
        switch input {
        case .file(let path, let format): try perform(path, format, take)
        case .recorded(let fixes): try perform(fixes, take)
        }
    }

    /// Returns the explanation of a fence at the end of the replay, or at a time.
    func explanations(
        of fence: String, at time: UTCInstant?, _ input: ReplayInput
    ) throws -> FenceExplanations {
        // Fixes that wait to be reordered are evaluated with the fixes after them.
        let wait_s = composition.engine.feeds.values.map(\.reorder_s).max() ?? 0
        let end = time?.advanced(bySeconds: wait_s)
        var replay: Replay
        switch input {
        case .file(let path, let format):
            replay = Replay(composition.engine, source: source) { _ in }
            try demand(fence, of: replay)
            let outcome = try Recording.read(path, as: format, settings: settings) { timed, _ in
                if case .fix(let fix) = timed.report, let end, let time = fix.time, time > end {
                    return
                }
                replay.take(timed) { _ in }
            }
            try Recording.demandFixes(outcome, path)
        case .recorded(var fixes):
            replay = Replay(composition.engine, source: nil) { _ in }
            try demand(fence, of: replay)
            fixes.selection.until = end ?? fixes.selection.until
            report(try fixes.read { replay.take($0) { _ in } })
        }
        if replay.engine.holdsFixes { replay.finish { _ in } }
        var answer = FenceExplanations(
            replay.engine.explain(fence: fence, monitor: nil, at: time))
        if answer.explanations.isEmpty {
            answer.note =
                "No fix of the ten minutes before \(time?.rfc3339 ?? "the end") was evaluated."
        }
        return answer
    }

    /// Throws `noInput` with the nearest id when no monitor evaluates such a fence.
    private func demand(_ fence: String, of replay: Replay) throws {
        let monitors = replay.engine.monitors().map(\.definition.name)
        guard !monitors.contains(where: { replay.engine.fence(fence, of: $0) != nil }) else {
            return
        }
        var failure = CommandFailure(
            .noInput, "No monitor watches a fence \"\(printable(fence))\".",
            hint: "geofencectl fence check FILE lists the ids of a file.")
        failure.suggestion = Suggestion.nearest(
            to: fence,
            among: monitors.flatMap { replay.engine.fenceIDs(of: $0, limit: Self.suggestedIDs) })
        throw failure
    }

    /// The most fence ids of a monitor that are compared with a misspelt one.
    private static let suggestedIDs = 1000

    private func perform(
        _ fixes: RecordedFixes, _ take: @escaping (EventRecord) -> Void
    ) throws {
        var replay = Replay(composition.engine, source: nil, take)
        let outcome = try fixes.read { replay.take($0, take) }
        replay.finish(take)
        report(outcome)
        reportIdleness(replay)
        guard outcome.fixes > 0 else {
            throw CommandFailure(
                .badData, "The recording has no such fix.",
                hint: "geofencectl status shows when the recording begins.")
        }
    }

    /// Reports damage of the daemon's recording and run-time changes of fences.
    private func report(_ outcome: RecordedFixes.Outcome) {
        for sentence in outcome.damage { Console.complain("geofencectl: \(printable(sentence))\n") }
        guard outcome.runtimeFences > 0 else { return }
        let fences = counted(outcome.runtimeFences, "fence was", "fences were")
        Console.complain(
            "geofencectl: \(fences) changed at run time; the replay takes those of the files.\n")
    }

    /// Passes every event of a recording to `take`. Throws when the recording cannot be read.
    private func perform(
        _ input: String, _ format: TrackFormat?, _ take: @escaping (EventRecord) -> Void
    ) throws {
        let progress = ProgressLine(total: pace == .max ? FileText.size(of: input) : nil)
        let pass: (EventRecord) -> Void = { event in
            progress.clear()
            take(event)
        }
        var replay = Replay(composition.engine, source: source, pass)
        let start = Clocks.monotonicNanoseconds()
        var order = RecordingOrder()
        var waiting: [TimedReport] = []
        let outcome = try Recording.read(
            input, as: format, settings: settings, progress: progress.add
        ) { timed, format in
            // A GPX document has no order of arrival.
            guard !sortsFixes, format != .gpx else { return waiting.append(timed) }
            order.add(timed.report)
            pace.wait(for: timed.at, since: start)
            replay.take(timed, pass)
        }
        for timed in TimedReport.sorted(waiting) {
            pace.wait(for: timed.at, since: start)
            replay.take(timed, pass)
        }
        replay.finish(pass)
        progress.clear()
        if let remark = order.remark { Console.complain("geofencectl: \(remark)\n") }
        if outcome.counts.fixes == 0 { Console.complain(Recording.summary(outcome)) }
        for note in [Recording.damage(outcome)].compactMap(\.self) + Recording.notes(outcome)
        where outcome.counts.fixes > 0 {
            Console.complain("geofencectl: \(printable(input)): \(note)\n")
        }
        reportIdleness(replay)
        try Recording.demandFixes(outcome, input)
    }

    /// Reports monitors that could not start, expressions that failed, and why no fence was
    /// evaluated.
    private func reportIdleness(_ replay: Replay) {
        for monitor in replay.engine.monitors() where monitor.status == .failedToStart {
            let reason = monitor.warnings.first?.message ?? ""
            Console.complain(
                "geofencectl: monitor \(printable(monitor.definition.name)) could not start."
                    + " \(printable(reason))\n")
        }
        for (monitor, failures) in replay.messageFailures.sorted(by: { $0.key < $1.key }) {
            let events = failures.events > 0 ? " at \(counted(failures.events, "event"))" : ""
            Console.complain(
                "geofencectl: monitor \(printable(monitor))\(events): "
                    + "\(printable(failures.problem))\n")
        }
        for source in composition.engine.feeds.keys.sorted() {
            for remark in replay.engine.remarks(of: source) where remark.code == .filterFailed {
                Console.complain(
                    "geofencectl: source \(printable(source)): \(printable(remark.message))\n")
            }
        }
        if let idleness = replay.idleness {
            Console.complain("geofencectl: nothing was evaluated: \(printable(idleness)).\n")
        }
    }

    /// Returns the origin of the fixes of all monitors. Throws `usage` when they have several.
    static func usualSource(of configuration: Configuration, _ path: String) throws
        -> String
    {
        let used = Set(configuration.monitors.map { configuration.origin(of: $0.source) })
        if used.count <= 1, let only = used.first ?? configuration.sources.first?.name {
            return only
        }
        throw CommandFailure(
            .usage, "The monitors of \(path) use several sources or none.",
            hint: "Say which one the recording stands for: --source"
                + " \(used.sorted().joined(separator: " | ")).")
    }
}

/// Checks whether the fixes of a recording are in the order of their times.
private struct RecordingOrder {
    private var last: UTCInstant?
    private var older = 0

    mutating func add(_ report: Report) {
        guard case .fix(let fix) = report, let time = fix.time else { return }
        if let last, time < last { older += 1 }
        last = time
    }

    /// The remark on the order; nil for a recording in order.
    var remark: String? {
        guard older > 0 else { return nil }
        let fixes =
            older == 1 ? "1 fix is older than the fix" : "\(older) fixes are older than the fix"
        return "\(fixes) before, and evaluated in the order of the lines, as the daemon would have "
            + "received them; --sort puts them in the order of their times."
    }
}
