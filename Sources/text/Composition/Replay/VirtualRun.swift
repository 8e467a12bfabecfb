import Chronology
import Fixes
import Geofencing
import Messages

/// Runs the engine in virtual time, for replays and histories.
struct VirtualRun: Sendable {
    /// The seconds for which timers fire after the last fix if the source never becomes stale.
    static let longestTail_s = 86_400.0

    /// The engine in its current state.
    private(set) var engine = Engine()
    /// The derived sources of each source, by the name of that source.
    private let followers: [String: [String]]
    /// The sources with expressions that read more data of a fix than the engine does.
    private let detailed: Set<String>
    private(set) var now: BootInstant

    /// Creates a run before its first fix.
    ///
    /// - Parameters:
    ///   - configuration: the configuration to run.
    ///   - source: the source that delivers fixes from the start; nil for none.
    ///   - start: the instant at which the run starts.
    ///   - emit: receives the events of the start, each with the message budget of its input.
    init(
        _ configuration: EngineConfiguration, source: String?, start: BootInstant,
        _ emit: (Event, inout MessageBudget) -> Void
    ) {
        followers = configuration.followers
        detailed = configuration.sourcesWithDetails
        now = start
        perform(.configure(configuration), emit)
        if let source { takeNow(.feedRunning(true, source: source), nil, emit) }
    }

    /// Handles an input at an instant, also for derived sources. Fires timers with earlier
    /// deadlines first.
    ///
    /// - Parameter details: the details of a fix.
    mutating func take(
        _ input: Input, _ details: @autoclosure () -> FixDetails? = nil, at instant: BootInstant,
        _ emit: (Event, inout MessageBudget) -> Void
    ) {
        while let deadline = engine.nextDeadline, deadline <= instant {
            now = max(deadline, now)
            perform(.tick, emit)
            precondition(
                engine.nextDeadline != deadline, "a fired timer keeps its deadline")
        }
        now = max(instant, now)
        takeNow(input, details(), emit)
    }

    private mutating func takeNow(
        _ input: Input, _ details: @autoclosure () -> FixDetails?,
        _ emit: (Event, inout MessageBudget) -> Void
    ) {
        switch input {
        case .fix(let update, let source):
            for name in sources(fedBy: source) {
                if detailed.contains(name), let details = details() {
                    perform(.detailedFix(update, details, source: name), emit)
                } else {
                    perform(.fix(update, source: name), emit)
                }
            }
        case .feedRunning(let isRunning, let source):
            for name in sources(fedBy: source) {
                perform(.feedRunning(isRunning, source: name), emit)
            }
        case .sourceRestarted(let source):
            for name in sources(fedBy: source) {
                perform(.sourceRestarted(source: name), emit)
            }
        case .detailedFix, .wallClock, .tick, .configure, .changeFences, .setKind, .monitor,
            .messagesComposed, .restore:
            perform(input, emit)
        }
    }

    /// Returns the source and the sources derived from it.
    private func sources(fedBy source: String) -> [String] { [source] + (followers[source] ?? []) }

    /// Fires timers until the source is stale or all fixes waiting for `reorder_s` are evaluated.
    mutating func finish(_ emit: (Event, inout MessageBudget) -> Void) {
        let end = now.advanced(bySeconds: Self.longestTail_s)
        while let deadline = engine.nextDeadline, deadline <= end {
            var next = engine
            let effects = next.handle(.tick, at: max(deadline, now))
            let isOver = effects.contains(where: \.isFeedStale) && !next.holdsFixes
            guard !isOver, next.nextDeadline != deadline else { return }
            engine = next
            now = max(deadline, now)
            var budget = MessageBudget()
            effects.forEach { $0.emit(&budget, emit) }
        }
    }

    /// Stops every monitor, which closes the open visits.
    mutating func stopMonitors(_ emit: (Event, inout MessageBudget) -> Void) {
        for monitor in engine.monitors() { perform(.monitor(monitor.definition.name, .stop), emit) }
    }

    private mutating func perform(_ input: Input, _ emit: (Event, inout MessageBudget) -> Void) {
        var budget = MessageBudget()
        for effect in engine.handle(input, at: now) { effect.emit(&budget, emit) }
    }
}

extension Effect {
    fileprivate func emit(
        _ budget: inout MessageBudget, _ emit: (Event, inout MessageBudget) -> Void
    ) {
        switch self {
        case .event(let event): emit(event, &budget)
        case .status, .warnings, .suspicion, .save: return
        }
    }

    fileprivate var isFeedStale: Bool {
        switch self {
        case .event(.diagnostic(let diagnostic)): diagnostic.kind == .feedStale
        case .event(.transition), .status, .warnings, .suspicion, .save: false
        }
    }
}
