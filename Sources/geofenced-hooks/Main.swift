internal import ConfigurationText
internal import ConsumerFrame
internal import Glibc
internal import HooksConsumer

/// Runs programs and units for the events of geofenced.
@main
struct Main {
    private static let usage = """
        usage: geofenced-hooks [--config FILE] [--check-config]

        Runs programs and units for the events of geofenced, and keeps a target for each fence.

          --config FILE    the configuration [default: /etc/geofenced/hooks.toml]
          --check-config   check the configuration and exit: 0 is well, 78 is not

        """

    static func main() {
        var path = "/etc/geofenced/hooks.toml"
        var isCheck = false
        var arguments = CommandLine.arguments.dropFirst()
        while let word = arguments.popFirst() {
            switch word {
            case "--check-config": isCheck = true
            case "--config":
                guard let value = arguments.popFirst() else { fail(usage, 64) }
                path = value
            case "--help", "-h":
                print(usage, terminator: "")
                exit(0)
            case "--version":
                print("geofenced-hooks \(ConsumerRelease.version)")
                exit(0)
            default: fail("geofenced-hooks: there is no option \(word)\n\n" + usage, 64)
            }
        }
        let settings: HookSettings
        do throws(UnusableSettings) {
            settings = try TableReader.read(file: path) { HookSettings(&$0) }
        } catch {
            fail(error.problems.map { $0 + "\n" }.joined(), 78)
        }
        let problems = settings.problems(file: absolute(path))
        if isCheck {
            if !problems.isEmpty { fail(problems.map { $0 + "\n" }.joined(), 78) }
            print("\(path) is valid.")
            exit(0)
        }
        // A hook whose program cannot be run now is refused when it is to run; a configuration that others can
        // change is refused at once.
        if let problem = HookSettings.problem(file: absolute(path)) { fail(problem + "\n", 78) }
        for problem in problems { ServiceNotice.log(3, problem) }
        let stop = StopSignal.descriptor()
        Supervisor(settings).run(stop: stop)
    }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = unsafe getcwd(nil, 0) else { return path }
        defer { unsafe free(folder) }
        return unsafe String(cString: folder) + "/" + path
    }

    private static func fail(_ text: String, _ status: Int32) -> Never {
        let bytes = Array(text.utf8)
        _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
        exit(status)
    }
}
