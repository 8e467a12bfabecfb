import Composition
import FenceFiles
import Settings
import SystemServices

/// Monitors that clients have changed lie in a file of their own in the state directory.
extension ConfigurationReader {
    /// Bytes of the file: many times those of a hundred monitors.
    private static let monitorsMaximumBytes = 4 << 20

    /// The state directory of the daemon that reads.
    func directory(_ daemon: DaemonSettings) -> String {
        stateDirectory ?? Surroundings(daemon).stateDirectory
    }

    private func monitorsFile(_ daemon: DaemonSettings) -> String {
        directory(daemon) + "/monitors.jsonl"
    }

    /// The same configuration with the monitors of run time. Those that it has no place for any more are
    /// left out, and the journal says why.
    func overlaid(_ parsed: Parsed, _ journal: JournalWriter) -> Parsed {
        let file = monitorsFile(parsed.configuration.daemon)
        guard let bytes = try? TextFile.bytes(file, limit: Self.monitorsMaximumBytes) else {
            return parsed
        }
        var monitors = RuntimeMonitors(bytes: bytes)
        if let whole = with(monitors, parsed) { return whole }
        for name in monitors.changes.map(\.name) {
            var one = RuntimeMonitors()
            one.set(name, monitors.changes.first { $0.name == name }?.definition)
            if case .failure(let invalid) = configuration(parsed.text, one) {
                monitors.revert(name)
                let problem = invalid.problems.first.map { "\($0.key ?? ""): \($0.reason)" } ?? ""
                journal.post(
                    JournalEntry(
                        .warning,
                        "monitor \(name) of run time is left out: \(problem); give it again with: "
                            + "geofencectl monitor set"))
            }
        }
        return with(monitors, parsed) ?? parsed
    }

    /// What a configuration in force becomes with other monitors of run time; fence files that it has are
    /// not read again.
    func reading(
        _ before: Reading, with monitors: RuntimeMonitors, keepingCompiled journal: JournalWriter
    ) -> Result<Reading, InvalidConfiguration> {
        configuration(before.text, monitors).map { configuration in
            let loader = loader(configuration.daemon, journal)
            return Reading(
                composition: Composition(
                    configuration, keeping: before.composition, readFile: Self.bytes,
                    loadFences: loader.load),
                text: before.text, runtimeMonitors: monitors, groupProblems: before.groupProblems)
        }
    }

    /// Makes the monitors of run time durable. Throws why they are not.
    func keep(_ monitors: RuntimeMonitors, _ daemon: DaemonSettings) throws {
        try unsafe NewFile.write(monitorsFile(daemon)) { write in
            try unsafe monitors.bytes.withUnsafeBytes { try unsafe write($0) }
        }
    }

    private func with(_ monitors: RuntimeMonitors, _ parsed: Parsed) -> Parsed? {
        guard case .success(let configuration) = configuration(parsed.text, monitors) else {
            return nil
        }
        return Parsed(
            text: parsed.text, configuration: configuration, runtimeMonitors: monitors)
    }

    private func configuration(
        _ text: String, _ monitors: RuntimeMonitors
    ) -> Result<Configuration, InvalidConfiguration> {
        Configuration.parse(text, path: path, overrides: overrides, monitors: monitors)
    }
}
