internal import ControlProtocol

/// The findings of `geofencectl doctor`.
struct Diagnosis: Encodable {
    /// How a check went.
    enum Outcome: String, Encodable {
        /// As it should be.
        case ok
        /// It works, but something deserves attention.
        case warning
        /// It does not work.
        case wrong
    }

    /// One thing that was looked at.
    struct Check: Encodable {
        /// The stable word for it.
        var name: String
        /// How it went.
        var outcome: Outcome
        /// What was found, in a sentence.
        var finding: String
        /// How to repair it.
        var fix: String?
    }

    /// Whether nothing is wrong; warnings are allowed.
    var ok: Bool
    /// Everything that was looked at.
    var checks: [Check]

    /// What the daemon's own status, or its absence, tells.
    static func make(of answer: Result<DaemonStatus, any Error>) -> Diagnosis {
        var checks: [Check] = []
        switch answer {
        case .success(let status): checks = findings(status)
        case .failure(let error):
            let failure = error as? CommandFailure
            checks = [
                Check(
                    name: "daemon", outcome: .wrong,
                    finding: failure?.message ?? "The daemon does not answer.", fix: failure?.hint)
            ]
        }
        return Diagnosis(ok: checks.allSatisfy { $0.outcome != .wrong }, checks: checks)
    }

    /// For people: a mark, the finding and the repair.
    var text: String {
        checks.map { check in
            let mark =
                switch check.outcome {
                case .ok: "✓"
                case .warning: "!"
                case .wrong: "✗"
                }
            let fix = check.fix.map { "\n    \(printable($0))" } ?? ""
            return "\(mark) \(check.name): \(printable(check.finding))\(fix)\n"
        }.joined()
    }

    private static func findings(_ status: DaemonStatus) -> [Check] {
        var checks = [
            Check(
                name: "daemon", outcome: .ok,
                finding: "geofenced \(status.version) answers, pid \(status.pid).")
        ]
        checks.append(
            status.config_error.map {
                Check(
                    name: "configuration", outcome: .wrong,
                    finding: "The last reload failed: \($0)",
                    fix: "Correct it, then: geofencectl reload.")
            }
                ?? Check(
                    name: "configuration", outcome: .ok, finding: "\(status.config) is in force."))
        checks.append(clock(status))
        checks.append(store(status.store))
        checks += status.sources.map(source)
        if status.sources.isEmpty {
            checks.append(
                Check(
                    name: "sources", outcome: .wrong, finding: "No source is configured.",
                    fix: "Add a [source.gps] to \(status.config)."))
        }
        checks += status.monitors.map(monitor)
        return checks
    }

    private static func clock(_ status: DaemonStatus) -> Check {
        switch status.clock_synchronized {
        case true?: return Check(name: "clock", outcome: .ok, finding: "The clock is synchronised.")
        case false?:
            return Check(
                name: "clock", outcome: .warning, finding: "The system clock is not synchronised.",
                fix: "Event times come from the receiver and stay right; see timedatectl.")
        case nil:
            return Check(
                name: "clock", outcome: .ok,
                finding: "Whether the system clock is synchronised cannot be known here.")
        }
    }

    private static func store(_ store: StoreRecord) -> Check {
        store.state == "ok"
            ? Check(
                name: "event log", outcome: .ok, finding: "The event log can be written.")
            : Check(
                name: "event log", outcome: .wrong,
                finding: store.message ?? "The event log is \(store.state).",
                fix: "See df -h \(store.path ?? "/var/lib/geofenced") and journalctl -u geofenced.")
    }

    private static func source(_ source: SourceRecord) -> Check {
        let name = "source \(source.name)"
        let finding = source.message ?? "The source is \(source.state)."
        switch source.state {
        case "fix": return Check(name: name, outcome: .ok, finding: finding)
        case "opening", "nofix", "stopped", "resting", "ended":
            return Check(name: name, outcome: .warning, finding: finding)
        default: return Check(name: name, outcome: .wrong, finding: finding)
        }
    }

    private static func monitor(_ monitor: MonitorRecord) -> Check {
        let name = "monitor \(monitor.name)"
        if let warning = monitor.warnings.first {
            return Check(
                name: name, outcome: monitor.status == "failedToStart" ? .wrong : .warning,
                finding: warning.message)
        }
        return Check(
            name: name, outcome: .ok,
            finding: "It is \(monitor.status) with \(monitor.fences) fences.")
    }
}
