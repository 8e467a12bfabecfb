package import ConfigurationText
internal import ControlProtocol
internal import Glibc
internal import Suggestions

/// The configuration of geofenced-hooks.
public struct HookSettings: Sendable, Hashable {
    /// The state targets.
    struct Targets: Sendable, Hashable {
        /// Patterns of the ids of the fences that have one.
        var fences = ["*"]
        /// Whether a target is stopped while the state of its fence is unknown.
        var stopsWhenUnknown = false
        /// Seconds after which a late event starts and stops nothing by itself.
        var maximumAge_s = 600.0
    }

    /// The control socket of the daemon.
    var socket = "/run/geofenced/control.sock"
    /// The name of the consumer.
    var consumer = "hooks"
    /// The directory of `StartedRuns`.
    var stateDirectory = "/var/lib/geofenced-hooks"
    /// The directory of the environment files.
    var runtimeDirectory = "/run/geofenced-hooks"
    /// The most hooks that run at the same time.
    var jobs = 4
    var hooks: [Hook] = []
    var directory: HookDirectory
    /// Nil without targets.
    var targets: Targets?

    /// The most hooks of a file; each is compared with every event.
    private static let maximumHooks = 256
    private static let transitions = EventType.allCases.filter(\.isTransition).map(\.rawValue)

    /// Reads the configuration.
    package init(_ table: inout TableReader) {
        directory = HookDirectory(path: table.file.resolve("hooks.d"), rules: Hook.Rules())
        socket = table.path("socket") ?? socket
        consumer = table.text("consumer") ?? consumer
        stateDirectory = table.path("state_directory") ?? stateDirectory
        runtimeDirectory = table.path("runtime_directory") ?? runtimeDirectory
        jobs = table.integer("jobs", 1...64) ?? jobs
        let rules = table.table("defaults") { Self.rules(&$0, Hook.Rules()) } ?? Hook.Rules()
        directory = HookDirectory(
            path: table.path("directory") ?? directory.path, rules: rules)
        targets =
            table.table("targets") { table -> Targets? in
                var targets = Targets()
                let isEnabled = table.flag("enabled") ?? true
                targets.fences = table.texts("fences") ?? targets.fences
                targets.maximumAge_s =
                    table.number("max_age_s", 0...31_536_000) ?? targets.maximumAge_s
                targets.stopsWhenUnknown =
                    (table.word("unknown", ["keep", "stop"]) ?? "keep") == "stop"
                return isEnabled ? targets : nil
            } ?? nil
        var names: Set<String> = []
        hooks = table.tables("hook") { table in
            let hook = Self.hook(&table, rules)
            table.checkUnique(hook.name, &names)
            return hook
        }
        if hooks.count > Self.maximumHooks {
            table.refuse("hook", "has \(hooks.count) entries; the most are \(Self.maximumHooks)")
        }
    }

    /// Returns why a configuration file is refused: others than root can change it. Nil when only root can.
    public static func problem(file: String) -> String? { TrustedFile.problem(file) }

    /// The files that others than root can change, programs that cannot be run, and users that are missing.
    public func problems(file: String) -> [String] {
        var problems = [Self.problem(file: file)].compactMap(\.self)
        for hook in hooks {
            guard case .command(let words) = hook.work, let program = words.first else { continue }
            let found = [
                TrustedFile.problem(program.filled(.nothing), isProgram: true),
                hook.rules.userProblem,
            ]
            problems += found.compactMap { $0.map { "hook \(hook.name): \($0)" } }
        }
        return problems + directory.problems
    }

    private static func hook(_ table: inout TableReader, _ defaults: Hook.Rules) -> Hook {
        table.demand("name", "the name of the hook")
        let name = table.text("name") ?? ""
        if name.hasControls || name.utf8.count > Limits.consumerName_bytes {
            table.refuse(
                "name", "must be 1 to \(Limits.consumerName_bytes) bytes without control characters"
            )
        }
        let action = table.text("action")
        let types = table.texts("on") ?? transitions
        for type in types where EventType(rawValue: type) == nil {
            let words = EventType.allCases.map(\.rawValue).joined(separator: ", ")
            table.refuse(
                "on", "has \"\(type)\", which is not a type of event; the types are \(words)")
        }
        let monitors = table.texts("monitors")
        let fences = table.texts("fences")
        let work = work(&table)
        let hook = Hook(
            name: name, types: Set(types), monitors: monitors, fences: fences, action: action,
            work: work, rules: rules(&table, defaults))
        if case .unit = work {
            for key in ["user", "memory_max_mib", "tasks_max"] where table.has(key) {
                table.refuse(key, "belongs in the unit that the hook starts")
            }
        }
        return hook
    }

    private static func work(_ table: inout TableReader) -> Hook.Work {
        let command = table.texts("command")
        let unit = table.text("unit")
        func template(_ key: String, _ text: String) -> Template {
            do throws(Template.Problem) {
                return try Template(text)
            } catch {
                table.refuse(key, error.reason)
                return Template(literal: text)
            }
        }
        if let unit {
            if command != nil {
                table.refuse("unit", "cannot be used with command: give one of them")
            }
            let template = template("unit", unit)
            if !template.beginsWithText || unit.contains("/") || !unit.contains(".") {
                table.refuse(
                    "unit",
                    "must be the name of a unit with its type, and must not begin with a placeholder"
                )
            }
            return .unit(template)
        }
        guard let command, let program = command.first else {
            table.refuse("command", "is missing; give command = [\"/PROGRAM\", …] or unit")
            return .command([])
        }
        let words = command.map { template("command", $0) }
        if !program.hasPrefix("/") || !words[0].isLiteral {
            table.refuse("command", "must begin with the absolute path of a program")
        }
        return .command(words)
    }

    private static func rules(_ table: inout TableReader, _ defaults: Hook.Rules) -> Hook.Rules {
        var rules = defaults
        rules.user = table.text("user") ?? rules.user
        rules.timeout_s = table.number("timeout_s", 0.1...86_400) ?? rules.timeout_s
        rules.maximumAge_s = table.number("max_age_s", 0...31_536_000) ?? rules.maximumAge_s
        let words = ["at-least-once", "at-most-once"]
        if let word = table.word("semantics", words) { rules.isAtMostOnce = word == words[1] }
        let retries = table.integer("retries", 0...1000)
        rules.retries = rules.isAtMostOnce ? 0 : retries ?? rules.retries
        if rules.isAtMostOnce, let retries, retries > 0 {
            table.refuse("retries", "must be 0 with semantics = \"at-most-once\"")
        }
        rules.isParallel = table.flag("parallel") ?? rules.isParallel
        rules.memory_MiB = table.integer("memory_max_mib", 1...1_048_576) ?? rules.memory_MiB
        rules.tasks = table.integer("tasks_max", 1...32_768) ?? rules.tasks
        return rules
    }
}

extension Hook.Rules {
    /// What is wrong with the user; nil when the machine has it.
    var userProblem: String? {
        unsafe getpwnam(user) == nil ? "there is no user \(user)" : nil
    }
}

extension EventRecord {
    /// An event of no type.
    static var nothing: EventRecord { EventRecord(seq: 0, event_id: "", type: "") }
}
