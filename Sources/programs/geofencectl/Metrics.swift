internal import Chronology
internal import ControlProtocol
internal import SystemServices

/// Metrics in the OpenMetrics text format. Prometheus readers accept it too.
struct Metrics: Encodable {
    /// The type of a family.
    enum Kind: String, Encodable {
        /// A value that increases and decreases.
        case gauge
        /// A value that increases until the daemon restarts.
        case counter
    }

    /// One value with its labels.
    struct Sample: Encodable {
        var labels: [String: String]
        var value: Double
    }

    /// The values of one name.
    struct Family: Encodable {
        /// The name without the suffix of counters.
        var name: String
        var kind: Kind
        /// A one-sentence description.
        var help: String
        var samples: [Sample] = []
    }

    /// The families in order; a family without samples is left out.
    private(set) var families: [Family] = []

    /// The metrics of a daemon that cannot be reached.
    static var unreachable: Metrics {
        var metrics = Metrics()
        metrics.addUp(false)
        return metrics
    }

    /// Creates an empty list of metrics.
    init() {}

    /// Adds whether the daemon responds.
    mutating func addUp(_ isUp: Bool) {
        add("up", "Whether the daemon answers.", isUp ? 1 : 0)
    }

    /// Adds one value; ignores nil and values that are not finite.
    mutating func add(
        _ name: String, _ help: String, _ value: Double?, _ labels: [String: String] = [:],
        kind: Kind = .gauge
    ) {
        guard let value, value.isFinite else { return }
        let sample = Sample(labels: labels, value: value)
        if let index = families.firstIndex(where: { $0.name == name }) {
            families[index].samples.append(sample)
        } else {
            families.append(Family(name: name, kind: kind, help: help, samples: [sample]))
        }
    }

    /// The text with its end mark.
    var text: String {
        var text = ""
        for family in families {
            let name = "geofenced_" + family.name
            text += "# TYPE \(name) \(family.kind.rawValue)\n# HELP \(name) \(family.help)\n"
            let suffix = family.kind == .counter ? "_total" : ""
            for sample in family.samples {
                text += "\(name)\(suffix)\(Self.text(sample.labels)) \(Self.text(sample.value))\n"
            }
        }
        return text + "# EOF\n"
    }

    private static func text(_ value: Double) -> String {
        // Large counts are written without an exponent, because people read them too.
        abs(value) < 1e15 && value == value.rounded() ? String(Int64(value)) : "\(value)"
    }

    private static func text(_ labels: [String: String]) -> String {
        guard !labels.isEmpty else { return "" }
        let parts = labels.sorted { $0.key < $1.key }.map { "\($0.key)=\"\(escaped($0.value))\"" }
        return "{" + parts.joined(separator: ",") + "}"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n")
    }
}

extension Metrics {
    /// Creates the metrics of a status. No label names a fence: there may be a million.
    init(_ status: DaemonStatus, clock: KernelClock? = nil) {
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
        add(
            "clock_offset_seconds", "Seconds that the clock is still to be moved by.",
            clock?.offset_s)
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
        add("store_free_bytes", "Bytes left on its disk.", store.free_bytes.map(Double.init))
    }

    private mutating func add(_ source: SourceRecord, now: String) {
        let labels = ["source": source.name]
        add(
            "source_state", "1 for the state that the source has.", 1,
            ["source": source.name, "state": source.state])
        let age = source.last_fix?.age_s ?? age(of: source.last_fix?.received_at, now)
        add("source_fix_age_seconds", "Seconds since the last fix.", age, labels)
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
            if name.hasPrefix("refused.") {
                add(
                    "source_refused_fixes", "Fixes that a check refused.", Double(count),
                    ["source": source.name, "check": String(name.dropFirst("refused.".count))],
                    kind: .counter)
            }
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
