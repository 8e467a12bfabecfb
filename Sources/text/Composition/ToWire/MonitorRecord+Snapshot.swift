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
