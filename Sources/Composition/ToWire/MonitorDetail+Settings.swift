import Chronology
public import ControlProtocol
public import Geofencing

extension MonitorDetail {
    /// Every effective setting of a monitor, by its key in the configuration file. A setting that
    /// depends on the kind of fence is an object with a member for each kind; `floor_policy` is an
    /// object only where the kinds differ. Tolerances in the unit that is not used are null.
    public static func settings(
        of monitor: MonitorDefinition, level: KindDefaults, global: KindDefaults
    ) -> [String: JSONValue] {
        func byKind(_ own: Double?, _ value: (KindDefaults) -> Double) -> JSONValue {
            if let own { return .number(own) }
            return .object(["level": .number(value(level)), "global": .number(value(global))])
        }
        func tolerance(
            _ unit: Tolerances.Unit, _ side: KeyPath<Tolerances, Double?>
        ) -> JSONValue {
            func inForce(_ defaults: KindDefaults) -> JSONValue {
                let tolerances = monitor.tolerances.over(defaults.tolerances)
                return tolerances.unit == unit ? .number(tolerances[keyPath: side] ?? 0) : .null
            }
            let (level, global) = (inForce(level), inForce(global))
            let isOwn = monitor.tolerances[keyPath: side] != nil
            return level == global && (isOwn || level == .null)
                ? level : .object(["level": level, "global": global])
        }
        func policy(_ defaults: KindDefaults) -> JSONValue {
            .string((monitor.floorPolicy ?? defaults.floorPolicy).rawValue)
        }
        func optional(_ number: Double?) -> JSONValue { number.map { .number($0) } ?? .null }
        return [
            "name": .string(monitor.name),
            "id": .string(monitor.id),
            "source": .string(monitor.source),
            "fences": .string(monitor.fences.text),
            "autostart": .bool(monitor.autostart),
            "rule": .string(monitor.rule.rawValue),
            "relation": .string(monitor.relation.rawValue),
            "accuracy_mode": .string(monitor.accuracyMode.rawValue),
            "buffer_m": .number(monitor.buffer_m),
            "tolerance_enter": tolerance(.share, \.enter),
            "tolerance_exit": tolerance(.share, \.exit),
            "tolerance_enter_m": tolerance(.metres, \.enter),
            "tolerance_exit_m": tolerance(.metres, \.exit),
            "ignore_period_s": byKind(monitor.ignorePeriod_s, \.ignorePeriod_s),
            "floor_policy": policy(level) == policy(global)
                ? policy(level) : .object(["level": policy(level), "global": policy(global)]),
            "floor_hold_s": .number(monitor.floorHold_s),
            "initial": .string(monitor.initial.rawValue),
            "confirm_enter": JSONValue(monitor.confirmEnter),
            "confirm_exit": JSONValue(monitor.confirmExit),
            "dwell_s": optional(monitor.dwell_s),
            "dwell_repeat_s": optional(monitor.dwellRepeat_s),
            "dwell_max_gap_s": optional(monitor.dwellMaxGap_s),
            "cause_respects_ignore": .bool(monitor.causeRespectsIgnore),
            "flap_cap_s": optional(monitor.flapCap_s),
            "accuracy_confidence": .number(monitor.accuracyConfidence),
            "assumed_accuracy_m": optional(monitor.assumedAccuracy_m),
            "accuracy_limit": .string(monitor.accuracyLimit.word),
            "max_accuracy_m": optional(monitor.maxAccuracy_m),
            "min_chord_m": optional(monitor.minChord_m),
            "schedule": monitor.schedule.map { .array($0.spans.map { .string($0.text) }) } ?? .null,
            "time_zone": monitor.timeZone.map { .string($0.name) } ?? .null,
            "message": monitor.messageText(isExpression: false),
            "message_expression": monitor.messageText(isExpression: true),
            "requested_actions": .array(monitor.requestedActions.map(JSONValue.string)),
            "actions": .array(monitor.actions.map(JSONValue.string)),
        ]
    }
}

extension JSONValue {
    fileprivate init(_ confirmation: Confirmation) {
        self = .object([
            "fixes": .integer(Int64(confirmation.fixes)), "seconds": .number(confirmation.seconds),
        ])
    }
}

extension MonitorDefinition {
    /// The text of the message; null unless it has that form.
    fileprivate func messageText(isExpression: Bool) -> JSONValue {
        switch message {
        case .template(let template)?: isExpression ? .null : .string(template.text)
        case .expression(let expression)?: isExpression ? .string(expression.text) : .null
        case nil: .null
        }
    }
}
