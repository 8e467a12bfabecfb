internal import ControlProtocol
internal import Suggestions
internal import SystemServices

/// The status of the daemon as text for people.
enum StatusTable {
    /// Returns the daemon, its problems, sources, monitors, consumers.
    static func text(
        _ status: DaemonStatus, units: Units, clock: KernelClock? = nil
    ) -> String {
        var daemon = Listing()
        daemon.add("Daemon", "\(status.server) \(status.version), pid \(status.pid)")
        daemon.add("Health", status.health)
        daemon.add(
            "Up", "\(TimeText.span(status.uptime_s)), since \(TimeText.seconds(status.started_at))")
        daemon.add(
            "Configuration",
            "\(status.config), read \(TimeText.ago(status.config_loaded_at, now: status.time))")
        daemon.add("Reload refused", status.config_error)
        daemon.add("Event log", store(status.store))
        daemon.add("Run-time fences", status.runtime_fences?.text)
        daemon.add("Recorder", status.recorder.map(recorder))
        daemon.add("Clock", KernelClock.text(status.clock_synchronized, clock))
        daemon.add("Clients", "\(status.clients)")
        daemon.add("Memory", status.memory_bytes.map { SizeText.mebibytes($0) })
        daemon.add("Fence kinds", kinds(status.kinds))
        var text = daemon.text
        if !status.problems.isEmpty {
            text += "\nProblems\n"
            for problem in status.problems { text += "  \(printable(problem))\n" }
        }
        text += "\n" + SourceTable.rows(status.sources, units: units)
        text += SourceTable.remarks(on: status.sources)
        text += "\n" + MonitorTable.rows(status.monitors, status.runtime_monitors)
        if let consumers = status.consumers { text += "\n" + ConsumerTable.rows(consumers) }
        return text
    }

    private static func store(_ store: StoreRecord) -> String {
        let kept = store.next_seq - store.first_seq
        var text = "\(store.state), \(counted(kept, "event")), next is number \(store.next_seq)"
        if let used = store.used_bytes { text += ", \(SizeText.mebibytes(used)) used" }
        if let free = store.free_bytes { text += ", \(SizeText.mebibytes(free)) free" }
        if store.pending > 0 { text += ", \(store.pending) waiting to be written" }
        if let message = store.message { text += ": \(message)" }
        return text
    }

    private static func recorder(_ recorder: RecorderRecord) -> String {
        guard recorder.state != "off" else { return "off" }
        return "\(recorder.state), \(recorder.text)"
            + (recorder.message.map { ": \($0)" } ?? "")
    }

    private static func kinds(_ kinds: KindSwitches) -> String {
        switch (kinds.level, kinds.global) {
        case (true, true): return "level and global"
        case (true, false): return "level only (global disabled)"
        case (false, true): return "global only (level disabled)"
        case (false, false): return "none (level and global disabled)"
        }
    }
}

/// Consumers as text for people.
enum ConsumerTable {
    /// Returns one row for each consumer.
    static func rows(_ consumers: [ConsumerRecord]) -> String {
        var table = Table([
            ("CONSUMER", .left), ("STATE", .left), ("BEHIND", .right), ("OLDEST", .right),
            ("PARKED", .right), ("ACKNOWLEDGED", .left), ("LAST ERROR", .left),
        ])
        for consumer in consumers {
            table.add([
                consumer.name, state(consumer),
                "\(consumer.lag)", TimeText.span(consumer.oldest_age_s), "\(consumer.parked)",
                TimeText.seconds(consumer.acknowledged_at),
                consumer.waiting.map { "waits: \($0)" } ?? consumer.error ?? "-",
            ])
        }
        return table.text(otherwise: "There are no consumers.")
    }

    /// Returns one consumer with its parked events.
    static func text(_ consumer: ConsumerRecord) -> String {
        var listing = Listing()
        listing.add("Consumer", consumer.name)
        listing.add("State", state(consumer))
        listing.add("Cursor", consumer.cursor)
        listing.add("Behind", behind(consumer))
        listing.add("Waiting", consumer.waiting)
        listing.add("Made", consumer.created_at.map { TimeText.seconds($0) })
        listing.add("Last connected", consumer.seen_at.map { TimeText.seconds($0) })
        listing.add("Last acknowledged", consumer.acknowledged_at.map { TimeText.seconds($0) })
        listing.add(
            "Last error",
            consumer.error.map { "\($0) (\(TimeText.seconds(consumer.error_at)))" })
        listing.add("Parked", counted(consumer.parked, "event"))
        var text = listing.text
        for event in consumer.parked_events ?? [] {
            text += "  \(printable(event.event_id)): \(printable(event.reason))\n"
        }
        return text
    }

    /// `42 events, the oldest 12 min old; 3 % of what the log keeps`.
    ///
    /// - Parameter word: the text after the number of events.
    static func behind(_ consumer: ConsumerRecord, _ word: String = "") -> String {
        var text = counted(Int(consumer.lag), "event") + word
        if consumer.lag > 0, let age = consumer.oldest_age_s {
            text += ", the oldest \(TimeText.span(age)) old"
        }
        let share = Int((consumer.retention_share * 100).rounded(.down))
        return share > 0 ? text + "; \(share) % of what the log keeps" : text
    }

    private static func state(_ consumer: ConsumerRecord) -> String {
        consumer.state + (consumer.absent ? ", absent" : "")
    }
}
