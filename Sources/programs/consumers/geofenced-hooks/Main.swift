internal import ConsumerFrame
internal import Glibc
internal import HooksConsumer
internal import SystemServices
internal import Systemd

/// Runs programs and units for the events of geofenced.
@main
struct Main {
    static func main() {
        let command = ProgramCommand(
            "hooks",
            purpose: """
                Runs programs and units for the events of geofenced, and keeps a target active for each
                fence that the receiver is inside.
                """,
            check: { $0.problems(file: absolute($1)) }
        ) { HookSettings(&$0) }
        let path = absolute(command.path)
        // A hook whose program cannot be run now is refused when it is to run; a configuration that others
        // can change is refused at once.
        if let problem = HookSettings.problem(file: path) {
            command.end(UnusableSettings(problems: [problem]))
        }
        for problem in command.settings.problems(file: path) { ServiceNotice.log(3, problem) }
        let stop = StopSignal.descriptor()
        do {
            let reason = try Supervisor(command.settings).run(stop: stop)
            if let reason { end(reason) }
        } catch {
            end(error.reason)
        }
    }

    /// Ends the process, which cannot work without systemd. The unit starts it again.
    private static func end(_ reason: String) -> Never {
        ServiceNotice.log(3, reason)
        exit(EX_UNAVAILABLE)
    }

    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : Directory.current + "/" + path
    }
}
