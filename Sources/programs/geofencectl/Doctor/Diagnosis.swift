internal import Chronology
internal import Composition
internal import ControlProtocol
internal import FenceFiles
internal import Geofencing
internal import Settings

/// The findings of `geofencectl doctor`.
struct Diagnosis: Equatable {
    /// The findings; causes come before their effects.
    var findings: [Finding]

    /// Whether no check failed; warnings are allowed.
    var isWell: Bool { findings.allSatisfy { $0.outcome != .fail } }

    /// Returns text for people: mark, finding and remedy.
    func text(_ marks: Marks) -> String {
        findings.map { finding in
            let fix = finding.fix.map { "\n    \(printable($0))" } ?? ""
            return "\(marks.mark(finding.outcome)) \(printable(finding.check)):"
                + " \(printable(finding.message))\(fix)\n"
        }.joined()
    }
}

/// The result of one check.
struct Finding: Encodable, Equatable {
    /// The outcome of a check.
    enum Outcome: String, Encodable, CaseIterable {
        /// No problem.
        case ok
        /// The part works, but with a problem.
        case warn
        /// The part does not work.
        case fail
    }

    /// The stable name of the check, with the name of the part if there are several.
    var check: String
    /// The outcome.
    var outcome: Outcome
    /// The result in a sentence.
    var message: String
    /// The remedy; nil when there is nothing to repair.
    var fix: String?

    /// Returns the first problem and the number of the others; nil without a problem.
    static func message(of problems: [String]) -> String? {
        let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
        return problems.first.map { $0 + more }
    }

    /// Creates a finding without a problem.
    static func ok(_ check: String, _ message: String) -> Finding {
        Finding(check: check, outcome: .ok, message: message)
    }

    /// Creates a finding about a part that works, but with a problem.
    static func warn(_ check: String, _ message: String, fix: String?) -> Finding {
        Finding(check: check, outcome: .warn, message: message, fix: fix)
    }

    /// Creates a finding about a part that does not work.
    static func fail(_ check: String, _ message: String, fix: String?) -> Finding {
        Finding(check: check, outcome: .fail, message: message, fix: fix)
    }
}

/// The style of the marks of outcomes and problems.
enum Marks {
    /// For terminals that show UTF-8.
    case signs
    /// For all other terminals.
    case ascii

    /// Selects the style for a locale: the first set value of `LC_ALL`, `LC_CTYPE` and `LANG`.
    init(locale: [String?]) {
        let name = locale.lazy.compactMap { $0 }.first { !$0.isEmpty } ?? "C"
        let letters = name.lowercased().filter { $0 != "-" }
        self = letters.contains("utf8") ? .signs : .ascii
    }

    /// Returns the mark of an outcome.
    func mark(_ outcome: Finding.Outcome) -> String {
        switch (self, outcome) {
        case (.signs, .ok): "✓"
        case (.signs, .warn): "!"
        case (.signs, .fail): "✗"
        case (.ascii, .ok): "[ok]"
        case (.ascii, .warn): "[!!]"
        case (.ascii, .fail): "[XX]"
        }
    }

    /// Returns the mark of a problem.
    func mark(_ severity: FenceProblem.Severity) -> String {
        switch (self, severity) {
        case (.signs, .noted): "·"
        case (.ascii, .noted): "[--]"
        case (_, .warned): mark(Finding.Outcome.warn)
        case (_, .rejected): mark(Finding.Outcome.fail)
        }
    }
}

extension Diagnosis {
    /// Checks the daemon, its configuration and this machine.
    ///
    /// - Parameters:
    ///   - answer: the daemon's status, or the failure to get it.
    ///   - path: the configuration to check; nil for the one of the daemon, or the default.
    ///   - connection: the connection options for further requests to the daemon.
    static func read(
        _ answer: Result<DaemonStatus, CommandFailure>, configuration path: String?,
        _ connection: ConnectionOptions
    ) -> Diagnosis {
        let status = try? answer.get()
        let machine = MachineState()
        let path = path ?? status?.config ?? NamedConfiguration.usualPath
        var findings = [DaemonCheck(answer: answer, unit: .read("geofenced")).finding]
        var composition: Composition?
        do {
            let examination = try NamedConfiguration.examine(path)
            composition = examination.composition
            findings += ConfigurationCheck(path, examination, status).findings
        } catch let failure as CommandFailure {
            findings.append(ConfigurationCheck.unreadable(failure))
        } catch {}
        let files = Set(composition?.configuration.files ?? [])
        let reader = machine.reader(daemon: status?.pid)
        let state =
            status?.store.path ?? composition?.stateDirectory ?? Composition.usualStateDirectory
        findings +=
            FilesCheck.read(
                [path] + files.sorted(), state: state, isWritten: status?.store.state == "ok",
                by: reader
            ).findings
        findings.append(ClockCheck.read(status).finding)
        if let sources = composition?.configuration.sources {
            findings += receivers(sources, status, machine)
        }
        if let shown = status.flatMap({ _ in connection.shownConfiguration() }) {
            findings +=
                OverriddenCheck(
                    files: shown.fence_files, monitors: shown.runtime_monitors
                ).findings
        }
        if let fences = status?.runtime_fences {
            findings.append(RuntimeFencesCheck(fences: fences).finding)
        }
        if let recorder = status?.recorder {
            findings.append(RecorderCheck(recorder: recorder).finding)
        }
        findings.append(JournalCheck.read().finding)
        findings += DiskCheck.read(status, in: state).findings
        if let status {
            // What only the daemon knows, such as that it may not give its socket to a group.
            findings += status.problems
                .filter { problem in
                    problem.hasPrefix("[daemon]") && !findings.contains { $0.message == problem }
                }
                .map { .warn("access", $0, fix: nil) }
            findings += ConsumersCheck(consumers: status.consumers ?? []).findings
            findings += PartsCheck(sources: status.sources, monitors: status.monitors).findings
        }
        findings += ProgramCheck.read().map(\.finding)
        return Diagnosis(findings: findings)
    }
}
