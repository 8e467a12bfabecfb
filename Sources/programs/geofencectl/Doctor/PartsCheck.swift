internal import ControlProtocol
internal import Suggestions

/// The check of the states of the daemon's sources and monitors.
struct PartsCheck {
    /// Every source.
    var sources: [SourceRecord]
    /// Every monitor.
    var monitors: [MonitorRecord]

    /// One finding for each source, remark and monitor.
    var findings: [Finding] {
        guard !sources.isEmpty else {
            return [
                .fail(
                    "sources", "No source is configured.",
                    fix: "Add a [source.gps]; see geofenced.toml(5).")
            ]
        }
        return sources.flatMap { [finding($0)] + remarks($0) } + monitors.flatMap(findings)
    }

    /// Returns the remarks on a source; it may still deliver fixes.
    private func remarks(_ source: SourceRecord) -> [Finding] {
        (source.remarks ?? []).map { remark in
            .warn(
                "source \(source.name)", remark.message,
                fix: "See geofencectl source explain \(source.name).")
        }
    }

    private func finding(_ source: SourceRecord) -> Finding {
        let check = "source \(source.name)"
        let fix = "See geofencectl source status \(source.name)."
        if source.state == "fix", let refused = source.last_fix?.refused {
            return .warn(
                check, "The last fix of source \(source.name) was refused (\(refused)).",
                fix: "See geofencectl source explain \(source.name).")
        }
        let message =
            source.message
            ?? (source.state == "fix"
                ? "Source \(source.name) has a position."
                : "Source \(source.name) is \(source.state).")
        switch source.state {
        case "fix": return .ok(check, message)
        case "opening", "nofix", "stopped", "resting", "ended":
            return .warn(check, message, fix: fix)
        default: return .fail(check, message, fix: fix)
        }
    }

    private func findings(_ monitor: MonitorRecord) -> [Finding] {
        let check = "monitor \(monitor.name)"
        let fix = "See geofencectl monitor inspect \(monitor.name)."
        let isStarted = monitor.status != "failedToStart"
        guard monitor.warnings.isEmpty else {
            return monitor.warnings.map { warning in
                let isMild = isStarted && Self.mildWarnings.contains(warning.code)
                return Finding(
                    check: check, outcome: isMild ? .warn : .fail, message: warning.message,
                    fix: fix)
            }
        }
        return [
            isStarted
                ? .ok(check, "It is \(monitor.status) with \(counted(monitor.fences, "fence")).")
                : .fail(check, "It failed to start.", fix: fix)
        ]
    }

    /// The codes of warnings about monitors that work; with any other, events are missing.
    private static let mildWarnings: Set = [
        "message-kept", "message-failed", "filter-failed", "feed-not-running", "feed-stale",
        "accuracy-missing", "floor-unknown", "altitude-unknown",
    ]
}

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
