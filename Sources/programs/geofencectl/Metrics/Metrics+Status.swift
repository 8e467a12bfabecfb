internal import Chronology
internal import ControlProtocol

extension Metrics {
    /// Creates the metrics of a status. No label names a fence: there may be a million.
    init(_ status: DaemonStatus) {
        self.init()
        addUp(true)
        add("build_info", "The version of the daemon.", 1, ["version": status.version])
        add("uptime_seconds", "Seconds since the daemon started.", status.uptime_s)
        add("problems", "Problems that geofencectl status lists.", Double(status.problems.count))
        add("clients", "Connected clients.", Double(status.clients))
        add("memory_bytes", "Resident memory.", status.memory_bytes.map(Double.init))
        add(
            "clock_synchronized", "Whether the system clock is synchronized.",
            status.clock_synchronized.map { $0 ? 1 : 0 })
        add(status.store)
        add(
            "recorder_bytes", "Bytes of the recorded fixes.",
            status.recorder.map { Double($0.bytes) })
        for source in status.sources { add(source, now: status.time) }
        for monitor in status.monitors { add(monitor) }
        for consumer in status.consumers ?? [] { add(consumer) }
    }

    private mutating func add(_ store: StoreRecord) {
        add("store_ok", "Whether events become durable.", store.state == "ok" ? 1 : 0)
        add("store_pending_events", "Events that wait to become durable.", Double(store.pending))
        add("store_first_seq", "The oldest retained event.", Double(store.first_seq))
        add("store_next_seq", "The number of the next event.", Double(store.next_seq))
        add("store_used_bytes", "Bytes of the event log.", store.used_bytes.map(Double.init))
    }

    private mutating func add(_ source: SourceRecord, now: String) {
        let labels = ["source": source.name]
        add(
            "source_state", "1 for the state that the source has.", 1,
            ["source": source.name, "state": source.state])
        let received = source.last_fix?.received_at
        add("source_fix_age_seconds", "Seconds since the last fix.", age(of: received, now), labels)
        add(
            "source_accuracy_metres", "Accuracy of the last fix at 95 %.", source.accuracy_m,
            labels)
        add("source_rate_hertz", "Fixes per second.", source.rate_hz, labels)
        for (kind, count) in [
            ("used", source.satellites), ("view", source.satellites_in_view),
        ] {
            add(
                "source_satellites", "Satellites used, and in view.", count.map(Double.init),
                ["source": source.name, "kind": kind])
        }
        for (name, count) in source.counters.sorted(by: { $0.key < $1.key }) {
            add(
                "source_data", "Bytes, sentences and fixes, also those refused.", Double(count),
                ["source": source.name, "count": name], kind: .counter)
        }
    }

    private mutating func add(_ monitor: MonitorRecord) {
        let labels = ["monitor": monitor.name]
        add(
            "monitor_started", "Whether the monitor evaluates fences.",
            monitor.status == "started" ? 1 : 0, labels)
        add("monitor_fences", "Fences of the monitor.", Double(monitor.fences), labels)
        add(
            "monitor_inside_fences", "Fences that are inside.",
            Double(monitor.inside.count + (monitor.inside_more ?? 0)), labels)
        add(
            "monitor_warnings", "Present problems of the monitor.",
            Double(monitor.warnings.count), labels)
    }

    private mutating func add(_ consumer: ConsumerRecord) {
        let labels = ["consumer": consumer.name]
        add(
            "consumer_state", "1 for the state that the consumer has.", 1,
            ["consumer": consumer.name, "state": consumer.state])
        add(
            "consumer_lag_events", "Events that are not acknowledged.", Double(consumer.lag),
            labels)
        add(
            "consumer_oldest_age_seconds", "Age of the oldest of them.",
            consumer.lag > 0 ? consumer.oldest_age_s : 0, labels)
        add(
            "consumer_retention_ratio", "1 where it loses the oldest events.",
            consumer.retention_share, labels)
        add(
            "consumer_parked_events", "Events that it gave up.", Double(consumer.parked), labels)
        add(
            "consumer_waiting", "Whether it waits with events that it could send.",
            consumer.waiting == nil ? 0 : 1, labels)
        add(
            "consumer_acknowledged_timestamp_seconds", "When it last acknowledged an event.",
            seconds(consumer.acknowledged_at), labels)
    }

    private func age(of time: String?, _ now: String) -> Double? {
        guard let time = seconds(time), let now = seconds(now) else { return nil }
        return max(0, now - time)
    }

    /// Returns the seconds since 1970.
    private func seconds(_ time: String?) -> Double? {
        time.flatMap { UTCInstant(rfc3339: $0) }.map {
            $0.seconds(since: UTCInstant(nanoseconds: 0))
        }
    }
}
