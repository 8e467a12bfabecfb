internal import Consuming
internal import ControlProtocol
internal import Glibc
internal import Suggestions

/// Everything that a program is started with.
struct Launch {
    var program: String
    var arguments: [String]
    var environment: [String]
    var input: [UInt8] = []
    /// Nil for this program's own user.
    var user: String?
    var timeout_s: Double
    var memory_bytes = 0
    var tasks = 0
    var nice: Int32 = 0

    /// Seconds between the request to end and the kill.
    static let grace_s = 5.0
    /// Seconds by which systemd may be late with what this program expects of it.
    private static let patience_s = 30.0
    private static let path =
        "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

    /// A tool of systemd, found on the `PATH` of this program.
    static func tool(_ words: [String], timeout_s: Double) -> Launch {
        let path = unsafe getenv("PATH").map { unsafe "PATH=" + String(cString: $0) }
        return Launch(
            program: words[0], arguments: words,
            environment: [path ?? Self.path, "LC_ALL=C.UTF-8", "SYSTEMD_COLORS=0"],
            timeout_s: timeout_s)
    }

    /// A command as a process below this one.
    static func process(_ words: [String], _ job: HookJob) -> Launch {
        let rules = job.hook.rules
        return Launch(
            program: words[0], arguments: words,
            environment: [path, "LANG=C.UTF-8", "USER=\(rules.user)"]
                + variables(job).map { "\($0.name)=\($0.value)" },
            input: job.taken.record + [UInt8(ascii: "\n")], user: rules.user,
            timeout_s: rules.timeout_s, memory_bytes: memory_bytes(rules),
            tasks: UserTasks.count(of: rules.user) + rules.tasks, nice: 5)
    }

    /// A command as a transient unit.
    static func transientUnit(_ words: [String], _ job: HookJob) -> Launch {
        let rules = job.hook.rules
        var options = [
            "systemd-run", "--quiet", "--collect", "--wait", "--pipe",
            "--unit=geofence-hook-\(job.taken.event.seq)-\(job.number)-\(job.tries)",
            "--description=Hook \(job.hook.name) for event \(job.taken.event.event_id)",
        ]
        options += [
            "User=\(rules.user)", "RuntimeMaxSec=\(Int(rules.timeout_s * 1000))ms",
            "TimeoutStopSec=\(Int(grace_s))s", "NoNewPrivileges=yes", "TasksMax=\(rules.tasks)",
            // Where the kernel or a container has no pids controller, TasksMax= limits nothing.
            "LimitNPROC=\(UserTasks.count(of: rules.user) + rules.tasks)",
            "MemoryMax=\(memory_bytes(rules))", "Nice=5", "OOMScoreAdjust=500",
        ].map { "--property=" + $0 }
        options += variables(job).map { "--setenv=\($0.name)=\($0.value)" }
        // systemd replaces $NAME in arguments, but not in the path of the program.
        options += ["--", words[0]] + words.dropFirst().map { $0.replacing("$", with: "$$") }
        var launch = tool(options, timeout_s: rules.timeout_s + grace_s + patience_s)
        launch.input = job.taken.record + [UInt8(ascii: "\n")]
        return launch
    }

    /// What a hook finds in its environment, named as in the journal.
    static func variables(_ job: HookJob) -> [(name: String, value: String)] {
        let event = job.taken.event
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
            ("HOOK", job.hook.name), ("TRY", String(job.tries + 1)),
        ]
        return all.compactMap { name, value in
            value.map { ("GEOFENCE_" + name, String($0.withoutControls().prefix(maximumValue))) }
        }
    }

    /// Characters of a variable; the whole record is on standard input.
    private static let maximumValue = 4096

    private static func memory_bytes(_ rules: Hook.Rules) -> Int {
        rules.memory_MiB.map { $0 << 20 } ?? sysconf(Int32(_SC_PHYS_PAGES)) / 10
            * sysconf(Int32(_SC_PAGESIZE))
    }
}
