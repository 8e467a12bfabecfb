internal import Glibc
internal import Systemd

/// The consequence of the end of a run for its job.
enum RunOutcome: Equatable {
    case done
    /// It runs again after a pause, for the given reason.
    case again(String)
    /// It is given up for a reason.
    case failed(String)

    /// - Parameters:
    ///   - start: how the job of systemd that started the unit ended: `done`, `failed`, `timeout`, `canceled`…
    ///   - service: how the main process ended; nil for a unit that has none.
    ///   - timeout_s: how long it may run.
    init(start: String, _ service: ServiceManager.ServiceResult?, timeout_s: Double) {
        let result = service?.result ?? "success"
        let status = service?.status ?? 0
        if start == "timeout" || result == "timeout" {
            self = .again("took longer than \(timeout_s) s")
            return
        }
        switch Int(service?.code ?? 0) {
        // systemd has ended the process before the program ran in it.
        case CLD_EXITED where status >= 200 && start != "done":
            self = .again("was not started: exit \(status), which systemd.exec(5) explains")
        case CLD_EXITED where status == 75: self = .again("asks to be tried again later (exit 75)")
        case CLD_EXITED where status != 0: self = .failed("failed with exit \(status)")
        case CLD_EXITED where start == "done": self = .done
        case CLD_KILLED where result == "oom-kill":
            self = .failed("was killed because it used more memory than memory_max_mib")
        // systemd ends a unit that is stopped with SIGTERM, and counts that as success.
        case CLD_KILLED where result == "success": self = .again("was stopped from outside")
        case CLD_KILLED, CLD_DUMPED: self = .failed("was ended by signal \(status)")
        default:
            let reason = result == "success" ? "its job has ended as \(start)" : result
            self = .again("was not started: \(reason)")
        }
    }
}
