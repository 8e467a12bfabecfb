import Composition
import ConfigurationText
import ControlProtocol
import Geofencing
import NIOPosix
import Settings

/// A change of monitors that a client asks for.
enum MonitorChange: Sendable {
    /// A monitor more, by its name and the JSON object of its settings.
    case adding(String, String)
    /// A monitor becomes exactly this.
    case setting(String, String)
    /// A monitor goes.
    case removing(String)
    /// A monitor, or each, is as configured again.
    case reverting(String?)

    /// What is kept of run time after the change. Throws why it cannot be made.
    ///
    /// - Parameters:
    ///   - names: of the monitors in force.
    ///   - file: the names of those of the configuration file.
    fileprivate func made(
        to before: RuntimeMonitors, names: [String], file: [String]
    ) throws(Failure) -> RuntimeMonitors {
        var after = before
        switch self {
        case .adding(let name, _) where names.contains(name):
            throw Failure(
                .alreadyExists, "There is a monitor \(name) already.",
                hint: "Replace it with: geofencectl monitor set, or Monitor.set.")
        case .adding(let name, let definition), .setting(let name, let definition):
            try Self.admit(definition, of: name)
            after.set(name, definition)
        case .removing(let name):
            guard names.contains(name) || before.defines(name) else {
                throw .notFound("monitor", name, among: names)
            }
            if file.contains(name) { after.set(name, nil) } else { after.revert(name) }
        case .reverting(let name?):
            guard before.changes(name) || names.contains(name) else {
                throw .notFound("monitor", name, among: names)
            }
            after.revert(name)
        case .reverting(nil): after = RuntimeMonitors()
        }
        let isMore = after.changes.count > before.changes.count
        guard !isMore || after.changes.count <= RuntimeMonitors.maximum else {
            throw Failure(
                .tooLarge, "\(RuntimeMonitors.maximum) monitors were changed at run time already.",
                hint:
                    "Put those that stay into the configuration, then: geofencectl monitor revert.")
        }
        return after
    }

    private static func admit(_ definition: String, of name: String) throws(Failure) {
        guard !RuntimeMonitors.hasOtherName(definition, than: name) else {
            throw Failure(
                .invalidParams, "The settings of the monitor \(name) give it another name.",
                hint: "Leave name out, or add a monitor of that name instead.")
        }
        guard definition.utf8.count <= RuntimeMonitors.maximumBytes else {
            throw Failure(
                .tooLarge,
                "The settings have \(definition.utf8.count) bytes; \(RuntimeMonitors.maximumBytes) are "
                    + "allowed.")
        }
    }

    /// The monitors whose changes it discards; nil where it is no reversion.
    fileprivate func reverted(of before: RuntimeMonitors) -> [String]? {
        guard case .reverting(let name) = self else { return nil }
        return before.changes.map(\.name).filter { name == nil || $0 == name }
    }

    /// The monitor that it defines.
    fileprivate var defined: String? {
        switch self {
        case .adding(let name, _), .setting(let name, _): name
        case .removing, .reverting: nil
        }
    }
}

extension Daemon {
    /// Changes monitors when the changes before it are made: durable first, then in force.
    func change(_ change: MonitorChange, _ request: Request, _ client: ControlClient) {
        fenceChanges.add(of: 0) { [self] () throws(Failure) in
            let before = reading
            let monitors = try change.made(
                to: before.runtimeMonitors,
                names: before.composition.configuration.monitors.map(\.name),
                file: before.composition.configuration.fileMonitors)
            let reader = reader
            files.submit { [self] _ in
                let outcome = Result { () throws(Failure) in
                    try reader.taking(
                        monitors, over: before, defining: change.defined, settings, journal)
                }
                Loop.soon { self.settle(outcome, change, before, request, client) }
            }
        } refuse: {
            client.fail($0, id: request.id)
        }
    }

    private func settle(
        _ outcome: Result<ConfigurationReader.Reading, Failure>, _ change: MonitorChange,
        _ before: ConfigurationReader.Reading, _ request: Request, _ client: ControlClient
    ) {
        defer { fenceChanges.goOn() }
        switch outcome {
        case .failure(let failure): client.fail(failure, id: request.id)
        case .success(let next):
            _ = take(next)
            guard let name = change.defined else {
                var list = monitorList()
                list.reverted = change.reverted(of: before.runtimeMonitors)
                return client.reply(list, to: request)
            }
            do throws(Failure) {
                client.reply(record(of: try monitor(name)), to: request)
            } catch {
                client.fail(error, id: request.id)
            }
        }
    }
}

extension ConfigurationReader {
    /// Checks monitors of run time and makes them durable. Throws why they cannot be taken, and then
    /// nothing is changed.
    fileprivate func taking(
        _ monitors: RuntimeMonitors, over before: Reading, defining name: String?,
        _ daemon: DaemonSettings, _ journal: JournalWriter
    ) throws(Failure) -> Reading {
        let next: Reading
        switch reading(before, with: monitors, defining: name, keepingCompiled: journal) {
        case .success(let reading): next = reading
        case .failure(let invalid):
            throw Self.refusal(invalid.problems.map { "\($0.key ?? path): \($0.reason)" })
        }
        let defined = next.composition.configuration.monitors.first { $0.name == name }
        if let defined, let fences = next.composition.engine.fenceSets[defined.fences],
            fences.set == nil
        {
            throw Self.refusal(fences.problems)
        }
        guard monitors.bytes.count <= RuntimeMonitors.maximumKeptBytes else {
            throw Failure(
                .tooLarge,
                "The monitors of run time would have more than \(RuntimeMonitors.maximumKeptBytes >> 20) "
                    + "MiB.",
                hint:
                    "Put those that stay into the configuration, then: geofencectl monitor revert.")
        }
        do {
            try keep(monitors, daemon, settingAside: before.monitorsProblem != nil)
        } catch {
            throw Failure(
                .storageUnavailable, "The change cannot be kept: \(error).",
                hint: "The monitors are as they were.")
        }
        return next
    }

    private static func refusal(_ problems: [String]) -> Failure {
        var failure = Failure(
            .invalidParams, problems.first ?? "The settings cannot be used.",
            hint: "Nothing was changed; geofenced.toml(5) explains the keys.")
        failure.data?.problems = problems
        return failure
    }
}
