import Chronology
public import ControlProtocol
public import Geofencing

extension FenceState {
    /// Converts the state of a fence in a monitor to its public form.
    public init(_ snapshot: FenceSnapshot, under monitor: MonitorDefinition) {
        self.init(snapshot.fence, in: monitor.fences, buffer_m: monitor.buffer_m)
        self.monitor = monitor.name
        state = snapshot.side.rawValue
        unknown_reason = snapshot.unknownReason
        visit = snapshot.visit?.text
        entered_at = snapshot.enteredAt?.rfc3339
        window_s = snapshot.window_s
        distance_m = snapshot.distance_m
        suppressed_state = snapshot.suppressedSide?.rawValue
        enter_at_m = snapshot.enterThreshold_m
        exit_at_m = snapshot.exitThreshold_m
        other_floor = snapshot.isOnOtherFloor ? true : nil
    }

    /// Converts a fence of a set, without a monitor, to its public form.
    ///
    /// - Parameter buffer_m: the buffer in metres of a fence without its own buffer.
    public init(_ fence: Fence, in set: FenceSetName, buffer_m: Double = 0) {
        let settings = fence.settings
        self.init(
            id: fence.id, name: fence.name, set: set.text, kind: settings.effectiveKind.rawValue,
            buffer_m: settings.buffer_m ?? buffer_m)
        floor = settings.floor
        enabled = settings.enabled ?? true
        expires_at = settings.expiresAt?.rfc3339
        properties = RawJSON(properties: fence.properties)
    }
}
