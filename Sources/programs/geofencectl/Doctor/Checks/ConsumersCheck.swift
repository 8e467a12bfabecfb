internal import ControlProtocol

/// The check whether the consumers keep up with the events.
struct ConsumersCheck {
    /// The consumers in the status of the daemon.
    var consumers: [ConsumerRecord]

    /// The findings for consumers, except the daemon's own sinks.
    var findings: [Finding] {
        consumers.filter { $0.state != "internal" }.map(finding)
    }

    private func finding(_ consumer: ConsumerRecord) -> Finding {
        let check = "consumer \(consumer.name)"
        let show = "See geofencectl consumer show \(consumer.name)."
        let behind = "It is \(ConsumerTable.behind(consumer, " behind"))."
        if consumer.state == "contested" {
            return .fail(
                check, "Two programs use it in turn, and both are refused.",
                fix: "Stop one of them, or give it another name.")
        }
        if consumer.absent {
            return .warn(
                check, "It has not been connected since \(TimeText.seconds(consumer.seen_at)).",
                fix: "Where it is not used any more: geofencectl consumer remove \(consumer.name)")
        }
        if consumer.retention_share >= Limits.lagShare {
            return .warn(
                check, behind + " Beyond that it loses the oldest events.",
                fix: "Start its program, or: geofencectl consumer remove \(consumer.name)")
        }
        if consumer.state == "paused" {
            return .warn(
                check, "It is paused. " + behind,
                fix: "geofencectl consumer resume \(consumer.name)")
        }
        if let waiting = consumer.waiting {
            return .warn(check, "\(behind) It waits: \(waiting)", fix: show)
        }
        if let error = consumer.error, consumer.lag > 0,
            consumer.error_at ?? "" > consumer.acknowledged_at ?? ""
        {
            return .warn(check, "\(behind) Its last error: \(error)", fix: show)
        }
        if let latest = consumer.parked_events?.last {
            return .warn(check, "It gave up \(latest.event_id): \(latest.reason)", fix: show)
        }
        if consumer.parked > 0 {
            return .warn(check, "It has given up \(consumer.parked) of its events.", fix: show)
        }
        return .ok(check, behind)
    }
}
