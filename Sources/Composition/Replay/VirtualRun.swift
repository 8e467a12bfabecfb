import Chronology
import Geofencing

/// The engine in a time that only passes with its fixes, for replays and histories.
struct VirtualRun: Sendable {
    /// Seconds that timers go on behind the last fix, where the source may be silent for longer.
    static let longestTail_s = 86_400.0

    /// The engine as it stands.
    private(set) var engine = Engine()
    private(set) var now: BootInstant

    /// A run before its first fix.
    ///
    /// - Parameters:
    ///   - configuration: what runs.
    ///   - source: the source that delivers from the start on, if one does.
    ///   - start: the instant at which the run begins.
    ///   - emit: takes the events of the start.
    init(
        _ configuration: EngineConfiguration, source: String?, start: BootInstant,
        _ emit: (Event) -> Void
    ) {
        now = start
        perform(.configure(configuration), emit)
        if let source { perform(.feedRunning(true, source: source), emit) }
    }

    /// Takes an input that comes at an instant; timers that are due before it fire first.
    mutating func take(_ input: Input, at instant: BootInstant, _ emit: (Event) -> Void) {
        while let deadline = engine.nextDeadline, deadline <= instant {
            now = max(deadline, now)
            perform(.tick, emit)
            precondition(engine.nextDeadline != deadline, "a timer that fired must not stay due")
        }
        now = max(instant, now)
        perform(input, emit)
    }

    /// Lets timers go on until the source would be stale, or has let go the last fix that `reorder_s` held
    /// back.
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

    /// Stops every monitor, which closes the visits that are open.
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
