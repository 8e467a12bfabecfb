import Composition
import ConfigurationText
import ControlProtocol
import Geofencing
import Messages
import Settings

/// A change of monitors that a client asks for.
enum MonitorChange: Sendable {
    /// Adds a monitor: its name and the JSON object of its settings.
    case adding(String, String)
    /// Adds a monitor or replaces its settings: name and JSON object.
    case setting(String, String)
    /// Removes the monitor of that name.
    case removing(String)
    /// Reverts the monitor of that name, or with nil all of them, to the configuration file.
    case reverting(String?)

    /// Returns the runtime monitors after the change. Throws the reason why it is not possible.
    ///
    /// - Parameters:
    ///   - names: the names of the monitors in force.
    ///   - file: the names of the monitors in the configuration file.
    func made(
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

    /// Returns the monitors whose changes a reversion discards; nil for any other change.
    func reverted(of before: RuntimeMonitors) -> [String]? {
        guard case .reverting(let name) = self else { return nil }
        return before.changes.map(\.name).filter { name == nil || $0 == name }
    }

    /// The name of the monitor that the change adds or sets; nil for any other change.
    var defined: String? {
        switch self {
        case .adding(let name, _), .setting(let name, _): name
        case .removing, .reverting: nil
        }
    }
}

extension ConfigurationReader {
    /// Checks runtime monitors, makes them durable, and returns the configuration with them. On an
    /// error, throws the reason and changes nothing. Writes files: never on the loop.
    func taking(
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
        if let problems = defined?.message?.problems, !problems.isEmpty {
            throw Self.refusal(problems.map { "monitor.\(name ?? ""): \($0)" })
        }
        guard monitors.bytes.count <= RuntimeMonitors.maximumKeptBytes else {
            throw Failure(
                .tooLarge,
                "The runtime monitors would have more than \(RuntimeMonitors.maximumKeptBytes >> 20) "
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
