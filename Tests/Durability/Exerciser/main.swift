import EventStore
import Fixes
import Geofencing
import Glibc

/// Writes a line immediately and as a whole, so that everything a reader sees happened before a
/// kill.
func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    unsafe bytes.withUnsafeBytes { bytes in
        _ = unsafe write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
    }
}

/// A short description of a condition.
func text(_ condition: StorageCondition) -> String {
    switch condition {
    case .healthy: "healthy"
    case .unreserved(let failure): "unreserved \(failure.code)"
    case .failing(let failure): "failing \(failure.code) \(failure.detail)"
    case .broken(let failure): "broken \(failure.code) \(failure.detail)"
    case .reset(let reset): "reset \(reset.failure.code) \(reset.failure.detail)"
    }
}

/// The boot clock, microseconds.
func boot_us() -> Int {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
}

guard let plan = Plan(Array(CommandLine.arguments.dropFirst())) else {
    say("usage: StoreExerciser DIRECTORY [name=value …]")
    exit(64)
}
let start = boot_us()
let opened: (store: EventStore, restored: Restored?)
do throws(StorageFailure) {
    opened = try EventStore.open(
        StoreOptions(
            directory: plan.directory, bootID: "boot",
            limits: StoreLimits(rows: plan.rows, bytes: plan.bytes),
            record: { entry in
                NewEvent(type: "store", boot_ns: 0, payload: Array("\(entry)".utf8))
            },
            conditionChanged: { condition in
                say("condition \(text(condition))")
                // Like the daemon: the service manager restarts it.
                if case .broken = condition { _exit(1) }
            }))
} catch {
    say("refused \(error.code) \(error)")
    exit(1)
}
let store = opened.store
if let restored = opened.restored {
    say(
        "open epoch=\(restored.bounds.epoch) first=\(restored.bounds.first) "
            + "head=\(restored.bounds.head) clean=\(restored.wasClean) cut=\(restored.isTruncated) "
            + "reset=\(restored.reset?.failure.code ?? "none") ms=\((boot_us() - start) / 1_000)")
} else {
    say("waiting")
}
let last = opened.restored?.state.lastFixes["key"]?.time_ns ?? 0
let end = Shutdown(store: store, plan: plan)
alarm(UInt32(plan.patience_s))
EventAppender(store: store, plan: plan, last: last) { end.appenderDone() }.run()
end.wait()
