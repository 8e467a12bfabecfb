internal import ControlProtocol
internal import Suggestions

/// The status of the daemon as text for people.
enum StatusTable {
    /// Returns the daemon, its problems, sources, monitors, consumers.
    static func text(_ status: DaemonStatus, units: Units) -> String {
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
