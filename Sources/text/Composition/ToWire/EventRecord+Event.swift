import Chronology
public import ControlProtocol
import Fixes
import Geodesy
public import Geofencing
public import Messages

extension EventRecord {
    /// Converts an event of the engine to its public form.
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - cursor: the position of the event in the log.
    ///   - emittedAt: the time at which the event became durable, RFC 3339; nil in a replay.
    ///   - message: the result of the monitor's message expression; nil for a monitor without one.
    ///   - ids: the ids of monitors whose id is not their name, by name.
    public init(
        _ event: Event, at cursor: Cursor, emittedAt: String?, message: ComposedMessage?,
        ids: [String: String] = [:]
    ) {
        switch event {
        case .transition(let transition): self.init(transition, at: cursor, message)
        case .diagnostic(let diagnostic): self.init(diagnostic, at: cursor)
        }
        emitted_at = emittedAt
        if !ids.isEmpty { monitor_id = monitor.flatMap { ids[$0] } }
    }

    private init(_ transition: Transition, at cursor: Cursor, _ composed: ComposedMessage?) {
        self.init(
            seq: cursor.seq, event_id: cursor.description, type: transition.kind.rawValue)
        monitor = transition.monitor
        fence = transition.fence
        fence_name = transition.fenceName
        fence_kind = transition.fenceKind.rawValue
        source = transition.source
        visit = transition.visit?.text
        entered_at = transition.enteredAt?.rfc3339
        putCrossing(of: transition)
        putFix(of: transition)
        decided_at = transition.decidedAt?.rfc3339
        initial = transition.isInitial
        inferred = transition.isInferred
        deferred = transition.isDeferred
        late = transition.isLate
        late_reason = transition.lateReason
        jump = transition.isJump
        cause = transition.cause?.rawValue
        suppressed_toggles = transition.suppressedToggles
        gap_s = transition.gap_s
        message = composed?.text ?? transition.message
        actions = composed?.actions ?? transition.actions
        message_properties = RawJSON(properties: composed?.properties)
        properties = RawJSON(properties: transition.properties)
        why = transition.why
    }

    private mutating func putCrossing(of transition: Transition) {
        crossed_at = transition.crossedAt?.rfc3339
        crossed_at_error_s = transition.crossedAtError_s
        crossed_lat = transition.crossedPosition?.latitude
        crossed_lon = transition.crossedPosition?.longitude
        method = transition.method.rawValue
        bracket = transition.bracket.map {
            Bracket(before: $0.before.rfc3339, after: $0.after.rfc3339)
        }
    }

    private mutating func putFix(of transition: Transition) {
        distance_m = transition.distance_m
        guard let update = transition.update else { return }
        lat = update.position.latitude
        lon = update.position.longitude
        accuracy_m = update.accuracy_m
        accuracy_level = update.accuracy_m == nil ? nil : update.accuracyLevel
        floor = update.floor
        speed_mps = update.speed_mps
        course_deg = update.course_deg
        altitude_m = update.altitude_m
        fix_time = update.time?.rfc3339
    }

    private init(_ diagnostic: Diagnostic, at cursor: Cursor) {
        self.init(
            seq: cursor.seq, event_id: cursor.description, type: diagnostic.kind.rawValue)
        monitor = diagnostic.monitor
        source = diagnostic.source
        fence = diagnostic.fence
        visit = diagnostic.visit?.text
        cause = diagnostic.visitEnd?.rawValue
        was_inside = diagnostic.wasInside
        inside = diagnostic.inside
        decided_at = diagnostic.decidedAt?.rfc3339
        figures = diagnostic.figures.isEmpty ? nil : diagnostic.figures
        message = diagnostic.message
    }
}
