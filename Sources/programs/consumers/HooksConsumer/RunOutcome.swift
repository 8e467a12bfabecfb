/// The consequence of the end of a run for its job.
enum RunOutcome: Equatable {
    case done
    /// It runs again after a pause, for the given reason.
    case again(String)
    /// It is given up for a reason.
    case failed(String)

    /// Messages of systemd-run, in place of output of the hook, when the unit was not started.
    private static let systemdFailures = [
        "Failed to connect to ", "Failed to create bus connection", "Failed to start transient ",
    ]

    /// - Parameters:
    ///   - ending: how the program ended: the hook, systemd-run in front of it, or systemctl.
    ///   - isTransientUnit: whether it was systemd-run.
    ///   - seconds: how long it ran.
    ///   - timeout_s: how long it may run.
    ///   - firstLine: of its output.
    init(
        _ ending: HookProcess.Ending, isTransientUnit: Bool, after seconds: Double,
        timeout_s: Double, firstLine: String?
    ) {
        switch ending {
        case .exited(0): self = .done
        case .exited(75): self = .again("asks to be tried again later (exit 75)")
        case .timedOut: self = .again("took longer than \(timeout_s) s")
        // systemd-run has no status of its own for a time-out.
        case .exited(1) where isTransientUnit && seconds >= timeout_s:
            self = .again("took longer than \(timeout_s) s")
        case .exited(1) where isTransientUnit && Self.isOfSystemd(firstLine):
            self = .again("was not started: \(firstLine ?? "")")
        // So does a program that a signal ends.
        case .exited(255) where isTransientUnit:
            self = .failed("was ended by a signal, or failed with exit 255")
        case .stopped: self = .again("was ended from outside")
        case .exited(let status): self = .failed("failed with exit \(status)")
        case .signalled(let number): self = .failed("was ended by signal \(number)")
        }
    }

    private static func isOfSystemd(_ line: String?) -> Bool {
        guard let line else { return false }
        return systemdFailures.contains { line.hasPrefix($0) }
    }
}
