package import ConfigurationText
internal import Glibc

/// The command line of a program beside the daemon, with the configuration that it names.
package struct ProgramCommand<Settings> {
    /// The configuration.
    package let settings: Settings
    /// Its file, as given.
    package let path: String

    /// Reads the command line and the configuration. Ends the process with status 0 when only help, the
    /// version or a check was requested, with 64 for a wrong command line, and with 78 and every problem
    /// for a configuration that cannot be used.
    ///
    /// - Parameters:
    ///   - name: the program is `geofenced-NAME`, its configuration `/etc/geofenced/NAME.toml`.
    ///   - purpose: what it does, a sentence.
    ///   - check: the further problems of the configuration and its file that a check reports.
    package init(
        _ name: String, purpose: String,
        check: (Settings, _ path: String) -> [String] = { _, _ in [] },
        _ read: (inout TableReader) -> Settings
    ) {
        let program = "geofenced-\(name)"
        var path = "/etc/geofenced/\(name).toml"
        let usage = """
            usage: \(program) [--config FILE] [--check-config]

            \(purpose)

              --config FILE    the configuration [default: \(path)]
              --check-config   check the configuration and exit: 0 is well, 78 is not

            """
        var isCheck = false
        var arguments = CommandLine.arguments.dropFirst()
        while let word = arguments.popFirst() {
            switch word {
            case "--check-config": isCheck = true
            case "--config":
                guard let value = arguments.popFirst() else { Self.end(usage, 64) }
                path = value
            case "--help", "-h":
                print(usage, terminator: "")
                exit(0)
            case "--version":
                print("\(program) \(ConsumerRelease.version)")
                exit(0)
            default: Self.end("\(program): there is no option \(word)\n\n" + usage, 64)
            }
        }
        do throws(UnusableSettings) {
            settings = try TableReader.read(file: path, read)
        } catch {
            Self.end(error.problems.map { $0 + "\n" }.joined(), 78)
        }
        if isCheck {
            let problems = check(settings, path)
            if !problems.isEmpty { Self.end(problems.map { $0 + "\n" }.joined(), 78) }
            print("\(path) is valid.")
            exit(0)
        }
        self.path = path
    }

    /// Ends the process because of a configuration that cannot be used, with the problems that only
    /// running has shown.
    package func end(_ unusable: UnusableSettings) -> Never {
        Self.end(unusable.problems.map { "\(path): \($0)\n" }.joined(), 78)
    }

    private static func end(_ text: String, _ status: Int32) -> Never {
        let bytes = Array(text.utf8)
        _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
        exit(status)
    }
}
