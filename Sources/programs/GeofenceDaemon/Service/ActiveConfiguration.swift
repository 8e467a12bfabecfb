import Chronology
import Composition
import ControlProtocol
import FenceFiles
import Geofencing
import Messages
import Settings

/// The configuration in force: the content of the files, and the changes at run time.
@Loop
final class ActiveConfiguration {
    /// The reader of the configuration, at the start and at a reload.
    let reader: ConfigurationReader
    /// The section `[daemon]` at the start: socket, log and access rights do not change while the daemon
    /// runs.
    let settings: DaemonSettings
    /// The groups in that section that did not get their rights at the start, and so have none while the
    /// daemon runs.
    let groupProblems: [GroupProblem]
    /// The content of the files, with the monitors that were changed at run time.
    private(set) var reading: ConfigurationReader.Reading
    /// The time at which it was read.
    private(set) var loadedAt = Timestamp()
    /// Why the last reload was refused; nil when it was not.
    var reloadRefusal: String?
    /// The fences that were changed at run time. They override those of the files.
    var fences = RuntimeFences()
    /// The monitor within whose expression the daemon ended again and again.
    private var distrusted: (monitor: String, message: MessageExpression)?
    /// Whether the fences of a kind are evaluated, for every kind.
    private(set) var kinds: [FenceKind: Bool]

    /// Creates the configuration at the start. From then on, `reader` uses its state directory.
    init(_ reader: ConfigurationReader, _ reading: ConfigurationReader.Reading) {
        let configuration = reading.composition.configuration
        settings = configuration.daemon
        self.reader = reader.keeping(in: RuntimePaths(settings).stateDirectory)
        self.reading = reading
        groupProblems = reading.groupProblems
        kinds = [.level: configuration.level.enabled, .global: configuration.global.enabled]
    }

    /// Restores which kinds of fences were evaluated in an earlier run.
    func restore(kinds saved: [FenceKind: Bool]) { kinds.merge(saved) { $1 } }

    /// Sets whether the fences of a kind are evaluated from now on.
    func set(_ kind: FenceKind, enabled: Bool) { kinds[kind] = enabled }

    /// Whether the fences of each kind are evaluated, as on the wire.
    var switches: KindSwitches {
        KindSwitches(level: kinds[.level] ?? true, global: kinds[.global] ?? true)
    }

    /// The configuration of the engine, with the fences that were changed at run time.
    var engine: EngineConfiguration {
        var engine = fences.overlaid(on: reading.composition.engine)
        guard let distrusted,
            let index = engine.monitors.firstIndex(where: { $0.name == distrusted.monitor }),
            engine.monitors[index].message == .expression(distrusted.message)
        else { return engine }
        engine.monitors[index].message = .expression(
            distrusted.message.refused(
                "was being evaluated when geofenced ended, twice in a row; change it and reload"))
        return engine
    }

    /// Lets a monitor fail to start as long as it has the same expression.
    func distrust(_ monitor: String?) {
        let monitor = reading.composition.engine.monitors.first { $0.name == monitor }
        guard let monitor, case .expression(let message)? = monitor.message else { return }
        distrusted = (monitor.name, message)
    }

    /// Replaces the contents of the files; returns the differences.
    func replace(with next: ConfigurationReader.Reading) -> ConfigReloaded {
        let changes = ConfigReloaded(
            path: reader.path, from: reading, to: next, changed: fences, started: settings)
        let before = reading.composition.configuration
        let after = next.composition.configuration
        reading = next
        loadedAt = Timestamp()
        reloadRefusal = nil
        if before.level.enabled != after.level.enabled { kinds[.level] = after.level.enabled }
        if before.global.enabled != after.global.enabled { kinds[.global] = after.global.enabled }
        return changes
    }

    /// Replaces the fences of a set with those of its file, which was read again.
    func replace(_ set: FenceSetName, with file: LoadedFile) {
        reading.composition.reread(set) { _ in file }
    }

    /// Returns whether the file of a fence set was unusable when it was last read.
    func lacksFences(_ set: FenceSetName) -> Bool {
        reading.composition.engine.fenceSets[set].map { $0.set == nil } ?? false
    }

    /// Returns the configuration as the result of `Config.show`. Clients that may not operate the
    /// daemon do not get the text when programs of sources have arguments, which may be secrets.
    func shown(to access: Hello.Access) -> ConfigShown {
        let hasArguments = reading.composition.configuration.sources.contains { source in
            if case .exec(let command, _) = source.kind { command.count > 1 } else { false }
        }
        let isHidden = access != .operate && hasArguments
        let sets = reading.composition.engine.fenceSets.sorted { $0.key < $1.key }
        var shown = ConfigShown(
            path: reader.path, loaded_at: loadedAt.time().rfc3339,
            text: isHidden ? Self.hiddenText : reading.text,
            fence_files: sets.map { name, loaded in
                let overridden = fences.overriddenCount(of: name, over: loaded)
                let added = fences.addedCount(to: name, over: loaded)
                return .init(
                    path: name.text, fences: loaded.set?.count ?? 0,
                    overridden: overridden > 0 ? overridden : nil, added: added > 0 ? added : nil,
                    problems: loaded.problems)
            })
        shown.runtime_monitors = reading.runtimeMonitorRecord
        return shown
    }

    /// The text for clients that may only read.
    private static let hiddenText =
        "# Not shown to readers: a source runs a program with arguments, which may be secrets.\n"
}
