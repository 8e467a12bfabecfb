import Chronology
import EventStore
import Geofencing
import Messages

extension EventBatch {
    /// Creates the batch of the events and state changes of one input; nil when there are none.
    ///
    /// - Parameters:
    ///   - ids: the ids of the monitors whose id differs from their name, by name.
    ///   - mark: records which monitor's expression is evaluated.
    ///   - outcomes: receives the results of message expressions.
    @Loop init?(
        _ effects: Effects, at now: BootInstant, ids: [String: String], _ mark: EvaluationMark,
        _ outcomes: inout MessageOutcomes
    ) {
        var events: [NewEvent] = []
        var budget = MessageBudget()
        effects.forEachEvent { event in
            let message = event.monitorOfExpression.flatMap { monitor in
                mark.evaluating(monitor) { event.composed(&budget) }
            }
            if let message, let monitor = event.monitor { outcomes.note(message, of: monitor) }
            events.append(NewEvent(event, at: now, message: message, ids: ids))
        }
        let changes = effects.changes
        guard !events.isEmpty || !changes.isEmpty else { return nil }
        self.init(events: events, changes: changes)
    }
}

/// The results of the message expressions of monitors at the events of one input.
struct MessageOutcomes {
    private var outcomes: [String: (problem: String?, failures: Int)] = [:]

    /// Adds the result of one message of a monitor.
    mutating func note(_ message: ComposedMessage, of monitor: String) {
        let failures = outcomes[monitor]?.failures ?? 0
        outcomes[monitor] = (message.problem, failures + (message.isStandard ? 1 : 0))
    }

    /// The inputs that report the results to the engine, sorted by monitor.
    var inputs: [Input] {
        outcomes.sorted { $0.key < $1.key }.map {
            .messagesComposed(
                monitor: $0.key, problem: $0.value.problem, failures: $0.value.failures)
        }
    }
}
