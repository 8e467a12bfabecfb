internal import Consuming
internal import ControlClient
internal import ControlProtocol
internal import Glibc
internal import Suggestions
internal import Systemd

/// The transient unit that runs a program, and the environment of a run.
///
/// Every user can read the properties of a unit. So the record is in a descriptor, the values of the event are in
/// a file, and the properties name only the variables.
enum HookUnit {
    /// The pattern of all names.
    static let pattern = "geofence-hook-*.service"
    /// Seconds from SIGTERM to SIGKILL.
    static let grace_s = 5.0
    /// Characters of a variable; the whole record is on standard input.
    private static let maximumValue = 4096
    /// The user that runs nothing but hooks.
    private static let ownUser = Hook.Rules().user

    /// The name of the unit of a try.
    static func name(_ job: HookJob) -> String {
        "geofence-hook-\(job.taken.event.seq)-\(job.number)-\(job.tries).service"
    }

    /// Where a run reads and writes.
    struct Ends {
        /// The file of `text(_:)`.
        var environment: String
        /// Descriptors of standard input, and of standard output and error.
        var input: Int32
        var output: Int32
    }

    /// The properties of the unit of a try.
    ///
    /// - Parameter otherTasks: how many processes the running hooks of the same user may have.
    static func properties(
        _ words: [String], _ job: HookJob, _ ends: Ends, otherTasks: Int
    ) -> [UnitProperty] {
        let rules = job.hook.rules
        let exec: BusValue = .structure([.text(words[0]), .texts(words), .flag(false)])
        var properties: [(String, BusValue)] = [
            ("Description", .text("Hook \(job.hook.name) for event \(job.cursor)")),
            // The unit stays loaded until its result was read.
            ("AddRef", .flag(true)), ("CollectMode", .text("inactive-or-failed")),
            ("Type", .text("exec")), ("ExecStart", .list(of: "(sasb)", [exec])),
            ("User", .text(rules.user)), ("NoNewPrivileges", .flag(true)),
            ("PrivateMounts", .flag(true)),
            ("RuntimeMaxUSec", .number(UInt64(rules.timeout_s * 1e6))),
            ("TimeoutStopUSec", .number(UInt64(grace_s * 1e6))),
            ("MemoryMax", .number(memory_bytes(rules))), ("TasksMax", .number(UInt64(rules.tasks))),
            ("Nice", .integer(5)), ("OOMScoreAdjust", .integer(500)),
            (
                "EnvironmentFiles",
                .list(of: "(sb)", [.structure([.text(ends.environment), .flag(false)])])
            ),
            ("StandardInputFileDescriptor", .descriptor(ends.input)),
            ("StandardOutputFileDescriptor", .descriptor(ends.output)),
            ("StandardErrorFileDescriptor", .descriptor(ends.output)),
        ]
        // Where the kernel or a container has no pids controller, TasksMax= limits nothing. This limit counts all
        // processes of a user, so it is only for the user that has no others.
        if rules.user == ownUser {
            properties.append(("LimitNPROC", .number(UInt64(otherTasks + rules.tasks))))
        }
        return properties.map { UnitProperty($0.0, $0.1) }
    }

    /// The environment of a run: the values of the event as in the journal, the hook and the try.
    static func variables(_ job: HookJob) -> [(name: String, value: String)] {
        variables(job.taken.event)
            + [("GEOFENCE_HOOK", job.hook.name), ("GEOFENCE_TRY", String(job.tries + 1))]
    }

    /// The values of an event that it has.
    static func variables(_ event: EventRecord) -> [(name: String, value: String)] {
        let all: [(String, String?)] = [
            ("EVENT_ID", event.event_id), ("SEQ", String(event.seq)), ("EVENT", event.type),
            ("MONITOR", event.monitor), ("SOURCE", event.source), ("FENCE", event.fence),
            ("FENCE_NAME", event.fence_name), ("VISIT", event.visit),
            ("LAT", event.lat.map { "\($0)" }), ("LON", event.lon.map { "\($0)" }),
            ("ACCURACY_M", event.accuracy_m.map { "\($0)" }),
            ("DISTANCE_M", event.distance_m.map { "\($0)" }), ("CROSSED_AT", event.crossed_at),
            ("CAUSE", event.cause), ("DEVICE", event.device), ("MESSAGE", event.message),
            ("ACTIONS", event.actions?.joined(separator: " ")),
            ("LATE", event.late ? "1" : nil), ("HISTORY", event.history ? "1" : nil),
        ]
        return all.compactMap { name, value in
            value.map { ("GEOFENCE_" + name, String($0.withoutControls().prefix(maximumValue))) }
        }
    }

    /// The text of an environment file (systemd.exec(5)).
    static func text(_ variables: [(name: String, value: String)]) -> String {
        variables.map { name, value in
            let quoted = value.map { "\"\\`$".contains($0) ? "\\\($0)" : String($0) }.joined()
            return "\(name)=\"\(quoted)\"\n"
        }.joined()
    }

    private static func memory_bytes(_ rules: Hook.Rules) -> UInt64 {
        rules.memory_MiB.map { UInt64($0) << 20 }
            ?? UInt64(
                sysconf(Int32(_SC_PHYS_PAGES)) / 10 * sysconf(Int32(_SC_PAGESIZE)))
    }
}
