import Composition
import ConfigurationText
import FenceFiles
import Glibc
import Settings
import Suggestions
import SystemServices
import Systemd

/// Monitors that clients have changed are stored in a file of their own in the state directory.
extension ConfigurationReader {
    /// Returns the state directory of the running daemon; before it runs, the configured one.
    func directory(_ daemon: DaemonSettings) -> String {
        stateDirectory ?? RuntimePaths(daemon).stateDirectory
    }

    private func monitorsFile(_ daemon: DaemonSettings) -> String {
        directory(daemon) + "/monitors.jsonl"
    }

    /// Returns the configuration with the runtime monitors. A monitor that is not valid in it is left out,
    /// and the journal gets the reason.
    func overlaid(_ parsed: Parsed, _ journal: JournalWriter) -> Parsed {
        var parsed = parsed
        let file = monitorsFile(parsed.configuration.daemon)
        do throws(SystemError) {
            let bytes = try TextFile.bytes(file, limit: RuntimeMonitors.maximumKeptBytes)
            let (monitors, damagedLines) = RuntimeMonitors.read(bytes)
            parsed.runtimeMonitors = monitors
            if damagedLines > 0 {
                parsed.monitorsProblem =
                    "\(file): \(counted(damagedLines, "line is", "lines are")) damaged and left out"
            }
        } catch {
            if error.code != ENOENT {
                parsed.monitorsProblem = "\(error), so that no monitor of run time is in force"
            }
        }
        if let problem = parsed.monitorsProblem {
            let sentence = problem + "; the next change of a monitor keeps it as \(file).aside-1"
            parsed.monitorsProblem = sentence
            journal.post(JournalEntry(.error, sentence))
        }
        let monitors = parsed.runtimeMonitors
        switch taken(monitors, over: parsed.text, leaving: nil) {
        case .success(let (configuration, leftOut)):
            parsed.configuration = configuration
            parsed.leftOut = leftOut
        case .failure(let invalid):
            let reason = invalid.problems.first.map { "\($0.key ?? path): \($0.reason)" } ?? ""
            parsed.leftOut = monitors.changes.map { LeftOutMonitor(name: $0.name, reason: reason) }
        }
        for monitor in parsed.leftOut {
            journal.post(JournalEntry(.warning, monitor.description))
        }
        return parsed
    }

    /// Returns the configuration in force with other runtime monitors; does not read its fence files again.
    /// Fails when a monitor that was in force, or the monitor `name`, is not valid.
    func reading(
        _ before: Reading, with monitors: RuntimeMonitors, defining name: String?,
        keepingCompiled journal: JournalWriter
    ) -> Result<Reading, InvalidConfiguration> {
        let leftOut = Set(before.leftOut.map(\.name).filter { $0 != name })
        return taken(monitors, over: before.text, leaving: leftOut).map { configuration, leftOut in
            let loader = loader(configuration.daemon, journal)
            return Reading(
                composition: Composition(
                    configuration, keeping: before.composition, readFile: Self.bytes,
                    loadFences: loader.load),
                text: before.text, runtimeMonitors: monitors, leftOut: leftOut,
                groupProblems: before.groupProblems)
        }
    }

    /// Makes the runtime monitors durable. Throws the reason when they are not.
    ///
    /// - Parameter isDamaged: whether to retain the replaced file as well; the last two are retained.
    func keep(
        _ monitors: RuntimeMonitors, _ daemon: DaemonSettings, settingAside isDamaged: Bool
    ) throws {
        let file = monitorsFile(daemon)
        if isDamaged {
            let aside = file + ".aside-1"
            _ = unsafe rename(aside, file + ".aside-2")
            // A directory cannot have a hard link, so it is renamed.
            guard unsafe link(file, aside) == 0 || rename(file, aside) == 0 || errno == ENOENT
            else {
                throw SystemError("keep \(file) as \(aside)", code: errno)
            }
        }
        try NewFile.write(file, monitors.bytes)
    }

    /// Returns the configuration of a text with runtime monitors, and the monitors that are not valid in it.
    ///
    /// - Parameter allowed: the names of monitors that may be left out; nil for any.
    private func taken(
        _ monitors: RuntimeMonitors, over text: String, leaving allowed: Set<String>?
    ) -> Result<(Configuration, [LeftOutMonitor]), InvalidConfiguration> {
        var inForce = monitors
        var leftOut: [LeftOutMonitor] = []
        while true {
            switch configuration(text, inForce) {
            case .success(let configuration): return .success((configuration, leftOut))
            case .failure(let invalid):
                let wrong = inForce.named(in: invalid.problems).filter {
                    allowed?.contains($0.name) ?? true
                }
                guard !wrong.isEmpty else { return .failure(invalid) }
                for monitor in wrong { inForce.revert(monitor.name) }
                leftOut += wrong
            }
        }
    }

    private func configuration(
        _ text: String, _ monitors: RuntimeMonitors
    ) -> Result<Configuration, InvalidConfiguration> {
        Configuration.parse(text, path: path, overrides: overrides, monitors: monitors)
    }
}

extension ConfigurationReader.Reading {
    /// The problems of the monitors that were changed at run time, one sentence each.
    var runtimeMonitorProblems: [String] {
        [monitorsProblem].compactMap(\.self) + leftOut.map(\.description)
    }

    /// Returns whether a monitor in force has the definition that was given at run time.
    func takesFromRunTime(_ name: String) -> Bool {
        runtimeMonitors.defines(name) && !leftOut.contains { $0.name == name }
    }
}
