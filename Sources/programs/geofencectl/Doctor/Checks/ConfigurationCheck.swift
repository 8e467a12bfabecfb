internal import Composition
internal import ControlProtocol
internal import FenceFiles

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
