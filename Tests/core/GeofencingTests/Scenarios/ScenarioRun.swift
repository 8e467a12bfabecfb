import Chronology
import Fixes
import Geofencing
import Messages

/// A scenario being played.
struct ScenarioRun {
    let scenario: Scenario
    private var configuration: EngineConfiguration
    private(set) var engine: Engine
    private let isSkipping: Bool
    /// What came out, with the line of the input behind it (-1 for the configuration).
    private(set) var lines: [(line: Int, text: String)] = []
    /// States that were asked for and were otherwise.
    private(set) var complaints: [String] = []
    /// Changes of fences, which outlive the engine.
    private var fenceChanges: [(FenceSetName, FenceSetChange)] = []
    /// What the engine has asked to be saved.
    private(set) var durable = SavedState()
    /// The number of reboots of the machine.
    private var reboots: UInt128 = 0
    private var visits: [VisitName: String] = [:]

    /// - Parameter isSkipping: whether only fences are evaluated that a fix can change.
    init(_ scenario: Scenario, skipping isSkipping: Bool = true) {
        self.scenario = scenario
        self.isSkipping = isSkipping
        engine = Engine(boot: BootID(number: 0), skipping: isSkipping)
        configuration = scenario.configuration
        let start = BootInstant(nanoseconds: 0)
        note(engine.handle(.configure(configuration), at: start), -1)
        for step in scenario.steps { perform(step) }
    }

    private mutating func perform(_ step: Scenario.Step) {
        let now = BootInstant(nanoseconds: 0).advanced(bySeconds: step.seconds)
        switch step.command {
        case .input(let input):
            if case .changeFences(let set, let changes) = input {
                fenceChanges += changes.map { (set, $0) }
            }
            for input in configuration.inputs(of: input) {
                note(engine.handle(input, at: now), step.line)
            }
        case .reload: note(engine.handle(.configure(configuration), at: now), step.line)
        case .revise(let line):
            write(line)
            note(engine.handle(.configure(configuration), at: now), step.line)
        case .write(let line): write(line)
        case .restart(let definition):
            let saved = engine.savedState(at: now)
            if let definition { write(.monitor(definition)) }
            begin(with: saved, at: now, step.line)
        case .powerCut: begin(with: durable, at: now, step.line)
        case .reboot(let uptime_s):
            let saved = engine.savedState(at: now)
            let start = BootInstant(nanoseconds: 0).advanced(bySeconds: uptime_s)
            reboots += 1
            begin(with: saved, at: start, step.line)
        case .state(let fence, let side, let reason, let monitor):
            let name = monitor ?? scenario.configuration.monitors[0].name
            let found = engine.fence(fence, of: name)
            let words = "\(found?.side.rawValue ?? "absent") \(found?.unknownReason ?? "")"
            let wanted = "\(side) \(reason ?? "")"
            if words != wanted {
                complaints.append("line \(step.line + 1): \(fence) is \(words), not \(wanted)")
            }
        }
    }

    private mutating func begin(with saved: SavedState, at now: BootInstant, _ line: Int) {
        engine = Engine(boot: BootID(number: reboots), skipping: isSkipping)
        durable = saved
        var configuration = configuration
        for (set, change) in fenceChanges {
            configuration.fenceSets[set]?.changes.append(change)
        }
        note(engine.handle(.configure(configuration), at: now), line)
        note(engine.handle(.restore(saved), at: now), line)
    }

    private mutating func write(_ line: Scenario.ConfigurationLine) {
        switch line {
        case .monitor(let definition):
            configuration.monitors = configuration.monitors.map {
                $0.id == definition.id ? definition : $0
            }
        case .kind(.level, let defaults): configuration.level = defaults
        case .kind(.global, let defaults): configuration.global = defaults
        case .fence(let set, let fence): rewrite(set) { $0.filter { $0.id != fence.id } + [fence] }
        case .noFence(let id): rewrite(FenceSetName("f")) { $0.filter { $0.id != id } }
        }
    }

    private mutating func rewrite(_ set: FenceSetName, _ change: ([Fence]) -> [Fence]) {
        let fences = configuration.fenceSets[set]?.set?.fences ?? []
        configuration.fenceSets[set] = FenceSet.make(change(fences))
    }

    private mutating func note(_ effects: [Effect], _ line: Int) {
        for effect in effects {
            switch effect {
            case .event(.transition(let transition)):
                lines.append((line, text(of: transition)))
            case .event(.diagnostic(let diagnostic)):
                let kind = diagnostic.kind.rawValue
                guard scenario.shown.contains("diagnostics") || scenario.shown.contains(kind)
                else { continue }
                lines.append((line, text(of: diagnostic)))
            case .status(let status, let monitor):
                guard scenario.shown.contains("status") else { continue }
                lines.append((line, "status \(status.rawValue) \(monitor)"))
            case .warnings(let warnings, let monitor):
                guard scenario.shown.contains("warnings") else { continue }
                let codes = warnings.map(\.code.rawValue).joined(separator: ",")
                lines.append((line, "warnings \(codes.isEmpty ? "none" : codes) \(monitor)"))
            case .suspicion(let refusal, let source):
                guard scenario.shown.contains("suspicion") else { continue }
                lines.append((line, "suspicion \(refusal?.rawValue ?? "none") \(source)"))
            case .save(let change): durable.apply(change)
            }
        }
    }

    private mutating func text(of event: Transition) -> String {
        var words = ["\(event.kind.rawValue)", event.fence]
        if scenario.configuration.monitors.count > 1 { words.append("monitor=\(event.monitor)") }
        words += event.crossedAt.map { ["at=\(clock($0))"] } ?? []
        let decided = event.decidedAt.map(clock) ?? "none"
        if event.crossedAt.map(clock) != decided { words.append("decided=\(decided)") }
        if event.method != .linear { words.append("method=\(event.method.rawValue)") }
        if event.method == .bracket, let bracket = event.bracket {
            words.append("bracket=\(clock(bracket.before))..\(clock(bracket.after))")
        }
        if event.isInitial { words.append("initial") }
        if event.isInferred { words.append("inferred") }
        if event.isDeferred { words.append("deferred") }
        if event.isLate { words.append("late") }
        if event.isJump { words.append("jump") }
        if let cause = event.cause { words.append("cause=\(cause.rawValue)") }
        if event.suppressedToggles > 0 { words.append("toggles=\(event.suppressedToggles)") }
        if scenario.shown.contains("visits") {
            words.append("visit=\(number(event.visit))")
        }
        if scenario.shown.contains("errors") {
            words.append("error=\(event.crossedAtError_s.map { "\(milli($0))s" } ?? "none")")
        }
        if scenario.shown.contains("durations"), event.kind != .entered {
            words.append("duration=\(event.duration_s.map { "\(milli($0))s" } ?? "none")")
        }
        var budget = MessageBudget()
        let composed = event.composed(&budget)
        if scenario.shown.contains("messages") {
            let message = composed?.text ?? event.message
            words.append("message=" + message.replacing(" ", with: "_"))
            for (key, text) in [
                ("properties", composed?.properties), ("problem", composed?.problem),
            ] {
                if let text { words.append("\(key)=\(text.replacing(" ", with: "_"))") }
            }
        }
        if scenario.shown.contains("why") {
            words.append("why=" + event.why.replacing(" ", with: "_"))
        }
        let actions = composed?.actions ?? event.actions
        if !actions.isEmpty { words.append("actions=\(actions.joined(separator: ","))") }
        return words.joined(separator: " ")
    }

    private mutating func number(_ visit: VisitName?) -> String {
        guard let visit else { return "none" }
        let number = visits[visit] ?? "v\(visits.count + 1)"
        visits[visit] = number
        return number
    }

    private func text(of diagnostic: Diagnostic) -> String {
        var words = [diagnostic.kind.rawValue]
        words += [diagnostic.fence, diagnostic.monitor ?? diagnostic.source].compactMap { $0 }
        if diagnostic.wasInside == true { words.append("was_inside") }
        if let inside = diagnostic.inside {
            words.append("inside=\(inside.joined(separator: ","))")
        }
        for (name, value) in diagnostic.figures.sorted(by: { $0.key < $1.key }) {
            words.append("\(name)=\(milli(value))")
        }
        return words.joined(separator: " ")
    }

    private func clock(_ instant: UTCInstant) -> String {
        "\(milli(instant.seconds(since: Scenario.start)))s"
    }

    private func milli(_ value: Double) -> String {
        let rounded = (value * 1000).rounded() / 1000
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}

extension EngineConfiguration {
    /// A fix for its source and for each source that is derived from it; any other input alone.
    fileprivate func inputs(of input: Input) -> [Input] {
        switch input {
        case .fix(let update, let source):
            sources(fedBy: source).map { .fix(update, source: $0) }
        case .detailedFix(let update, let details, let source):
            sources(fedBy: source).map { .detailedFix(update, details, source: $0) }
        default: [input]
        }
    }
}
