import Chronology
public import ControlProtocol
public import Geofencing

extension MonitorRecord {
    /// Converts a monitor of the engine to its public form.
    public init(_ snapshot: MonitorSnapshot) {
        let definition = snapshot.definition
        self.init(
            name: definition.name, status: snapshot.status.rawValue, source: definition.source,
            fence_set: definition.fences.text, fences: snapshot.fenceCount,
            rule: definition.rule.rawValue, autostart: definition.autostart)
        id = definition.id
        if snapshot.messageFailures > 0 { message_failures = snapshot.messageFailures }
        warnings = snapshot.warnings.map {
            Warning(code: $0.code.rawValue, message: $0.message)
        }
        inside = Array(snapshot.inside.prefix(Limits.listedInside))
        let others = snapshot.inside.count - inside.count
        if others > 0 { inside_more = others }
        entered = snapshot.entered.suffix(Limits.listedInside).map { fence in
            var entered = Entered(fence: fence.fence, name: fence.name)
            entered.entered_at = fence.enteredAt?.rfc3339
            entered.known_since = fence.knownSince?.rfc3339
            return entered
        }
    }
}

extension MonitorDetail {
    /// Returns every effective setting of a monitor, by its key in the configuration file. A
    /// setting that depends on the kind of fence is an object with a member for each kind
    /// (`floor_policy` only if the kinds differ). Tolerances in the unit that is not used are null.
    public static func settings(
        of monitor: MonitorDefinition, level: KindDefaults, global: KindDefaults
    ) -> [String: JSONValue] {
        let (overLevel, overGlobal) = (monitor.over(level), monitor.over(global))
        var settings = ["accuracy_limit": JSONValue.string(monitor.accuracyLimit.word)]
        for setting in Setting.all {
            guard let place = setting.monitor else { continue }
            let (level, global) = (
                JSONValue(place.value(overLevel)), JSONValue(place.value(overGlobal))
            )
            let isOne =
                switch level {
                case .null, .string: true
                case .number, .integer, .bool, .array, .object:
                    setting.kind == nil || place.value(monitor) != nil
                }
            settings[setting.key] =
                level == global && isOne ? level : .object(["level": level, "global": global])
        }
        return settings
    }
}

extension JSONValue {
    fileprivate init(_ value: Setting.Value?) {
        self =
            switch value {
            case .number(let number)?: .number(number)
            case .integer(let number)?: .integer(Int64(number))
            case .flag(let flag)?: .bool(flag)
            case .text(let text)?: .string(text)
            case .texts(let texts)?: .array(texts.map(JSONValue.string))
            case .confirmation(let confirmation)?:
                .object([
                    "fixes": .integer(Int64(confirmation.fixes)),
                    "seconds": .number(confirmation.seconds),
                ])
            case .hours(let hours)?: .array(hours.spans.map { .string($0.text) })
            case .time(let time)?: .string(time.rfc3339)
            case .accuracyLimit(.fixed(let metres))?: .number(metres)
            case .accuracyLimit?, nil: .null
            }
    }
}
