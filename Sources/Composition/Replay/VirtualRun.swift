import Chronology
import Geofencing

/// The engine in virtual time, for replays and histories.
struct VirtualRun: Sendable {
    /// Seconds that timers run after the last fix when the source never becomes stale.
    static let longestTail_s = 86_400.0

    /// The engine in its present state.
    private(set) var engine = Engine()
    private(set) var now: BootInstant

    /// A run before its first fix.
    ///
    /// - Parameters:
    ///   - configuration: the configuration to run.
    ///   - source: the source that delivers fixes from the start; nil for none.
    ///   - start: the instant at which the run starts.
    ///   - emit: receives the events of the start.
    init(
        _ configuration: EngineConfiguration, source: String?, start: BootInstant,
        _ emit: (Event) -> Void
    ) {
        now = start
        perform(.configure(configuration), emit)
        if let source { perform(.feedRunning(true, source: source), emit) }
    }

    /// Evaluates an input at an instant, after timers with an earlier deadline.
    mutating func take(_ input: Input, at instant: BootInstant, _ emit: (Event) -> Void) {
        while let deadline = engine.nextDeadline, deadline <= instant {
            now = max(deadline, now)
            perform(.tick, emit)
            precondition(engine.nextDeadline != deadline, "a timer that fired must not stay due")
        }
        now = max(instant, now)
        perform(input, emit)
    }

    /// Runs timers until the source is stale or all fixes waiting for `reorder_s` are evaluated.
    mutating func finish(_ emit: (Event) -> Void) {
        let end = now.advanced(bySeconds: Self.longestTail_s)
        while let deadline = engine.nextDeadline, deadline <= end {
            var next = engine
            let effects = next.handle(.tick, at: max(deadline, now))
            let isOver = effects.contains(where: \.isFeedStale) && !next.holdsFixes
            guard !isOver, next.nextDeadline != deadline else { return }
            engine = next
            now = max(deadline, now)
            effects.forEach { $0.emit(emit) }
        }
    }

    /// Stops every monitor, which closes the open visits.
    mutating func stopMonitors(_ emit: (Event) -> Void) {
        for monitor in engine.monitors() { perform(.monitor(monitor.definition.name, .stop), emit) }
    }

    private mutating func perform(_ input: Input, _ emit: (Event) -> Void) {
        for effect in engine.handle(input, at: now) { effect.emit(emit) }
    }
}

extension Effect {
    fileprivate func emit(_ emit: (Event) -> Void) {
        switch self {
        case .event(let event): emit(event)
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
