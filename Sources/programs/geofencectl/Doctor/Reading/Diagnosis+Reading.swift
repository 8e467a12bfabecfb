internal import Chronology
internal import Composition
internal import ControlProtocol
internal import Geofencing
internal import Settings

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
        let machine = Machine()
        let path = path ?? status?.config ?? ConfigurationFile.usualPath
        var findings = [DaemonCheck(answer: answer, unit: .read("geofenced")).finding]
        var composition: Composition?
        do {
            let examination = try ConfigurationFile.examine(path)
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
            findings += ConsumersCheck(consumers: status.consumers ?? []).findings
            findings += PartsCheck(sources: status.sources, monitors: status.monitors).findings
        }
        findings += ProgramCheck.read().map(\.finding)
        return Diagnosis(findings: findings)
    }
}
