internal import Composition
internal import ControlProtocol
internal import FenceFiles
internal import Suggestions

/// The check of the configuration file and of everything that it names, as `config check` does it.
struct ConfigurationCheck {
    /// The file.
    var path: String
    /// Its problems, worst first; empty for a valid file.
    var problems: [String] = []
    /// Whether the daemon works with these problems.
    var isUsable = true
    /// Why the daemon refused its last reload.
    var reloadError: String?

    /// The number of problems with a finding of their own: `config check` shows the others.
    private static let shownProblems = 5

    /// A finding for each of the first problems, or a single one.
    var findings: [Finding] {
        if let reloadError, problems.isEmpty || isUsable {
            return [
                .fail(
                    "configuration", "The last reload failed: \(reloadError)",
                    fix: "When that is repaired: geofencectl reload.")
            ]
        }
        guard !problems.isEmpty else { return [.ok("configuration", "\(path) is valid.")] }
        let rest = problems.count - Self.shownProblems
        let last = rest > 0 ? ["\(rest) more problems of \(path)."] : []
        return (problems.prefix(Self.shownProblems) + last).map { problem in
            Finding(
                check: "configuration", outcome: isUsable ? .warn : .fail, message: problem,
                fix: "See all problems with: geofencectl config check \(path).")
        }
    }
}

extension ConfigurationCheck {
    /// Creates the check of an examined file. Of what a running daemon evaluates, its monitors have the
    /// warnings: fences may have been changed at run time.
    init(_ path: String, _ examination: Examination, _ status: DaemonStatus?) {
        let composition = examination.composition
        let isInUse = status?.config == path
        let ofMonitors = composition.engine.monitorProblems.map(\.description)
        problems = examination.problems.filter { !isInUse || !ofMonitors.contains($0) }
        let isRejected = composition.fileProblems.contains { $0.problem.severity == .rejected }
        isUsable = examination.verdict != .invalid && !isRejected && (isInUse || ofMonitors.isEmpty)
        self.path = path
        reloadError = status?.config_error
    }

    /// Returns the finding for a file that cannot be read.
    static func unreadable(_ failure: CommandFailure) -> Finding {
        failure.status == .noPermission
            ? .warn(
                "configuration", failure.message,
                fix: "Run the doctor with sudo to have the configuration checked.")
            : .fail("configuration", failure.message, fix: failure.hint)
    }
}

/// The check whether fences and monitors differ from their files because of run-time changes.
struct OverriddenCheck {
    /// The fence files that the daemon uses.
    var files: [ConfigShown.FenceFile]
    /// The monitors that were changed at run time; nil from an older daemon.
    var monitors: RuntimeMonitorRecord?

    /// One finding for each file and each monitor with run-time changes; without any, one for
    /// fences and one for monitors.
    var findings: [Finding] {
        let findings = files.compactMap { file in
            file.overridden.map { finding(file.path, $0) }
        }
        let fences =
            findings.isEmpty
            ? [.ok("overridden", "All fences of the files are as the files say.")] : findings
        return fences + ofMonitors
    }

    private var ofMonitors: [Finding] {
        guard let monitors else { return [] }
        let findings = monitors.overridden.map { monitor, predicate in
            Finding.warn(
                "overridden monitor \(monitor)", "It \(predicate).",
                fix: "To follow the file again: geofencectl monitor revert \(monitor).")
        }
        guard findings.isEmpty else { return findings }
        let added = monitors.added.count
        let more = added > 0 ? "; \(counted(added, "more was", "more were")) added at run time" : ""
        return [
            .ok("overridden monitors", "All monitors of the file are as the file says\(more).")
        ]
    }

    private func finding(_ path: String, _ count: Int) -> Finding {
        .warn(
            "overridden \(path)",
            "\(counted(count, "fence of it is", "fences of it are")) as changed at run time, "
                + "not as the file says.",
            fix: "To follow the file again: geofencectl fence revert --set \(path).")
    }
}

/// The check of the number and use of run-time changes of fences.
struct RuntimeFencesCheck {
    /// The run-time fences in the status of the daemon.
    var fences: RuntimeFenceRecord

    /// The fraction of a limit above which the next changes may be refused.
    static let nearShare = 0.9

    /// The finding for it.
    var finding: Finding {
        let usage = "Changed at run time: \(fences.text)."
        let isNear =
            Double(fences.count) >= Self.nearShare * Double(fences.count_limit)
            || Double(fences.bytes) >= Self.nearShare * Double(fences.bytes_limit)
        guard isNear || fences.left_out > 0 else { return .ok("run-time fences", usage) }
        return .warn(
            "run-time fences", usage,
            fix: "Put those that stay into the file of their set, and give up the others: "
                + "geofencectl fence revert --set FILE; all of them while the daemon is stopped: "
                + "geofenced --revert-fences.")
    }
}

extension RuntimeFenceRecord {
    /// `12 fences of 10000, 0.1 MiB of 16.0 MiB`, and the number not in use.
    var text: String {
        let text =
            "\(counted(count, "fence")) of \(count_limit), \(SizeText.mebibytes(bytes)) of "
            + SizeText.mebibytes(bytes_limit)
        return left_out > 0 ? text + "; \(left_out) of them not in force" : text
    }
}
