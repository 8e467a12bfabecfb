import EventStore
import FoundationEssentials
import Geofencing
import Synchronization
import Testing

/// A temporary directory for one test, with a store.
final class Scratch: Sendable {
    let directory: String
    private let conditions = Mutex<[StorageCondition]>([])

    init() throws {
        directory = "/tmp/eventstore-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// The names of the files in the directory, sorted.
    func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    }

    /// The conditions that the store has announced so far.
    var announced: [StorageCondition] { conditions.withLock { $0 } }

    /// Opens the store of the directory.
    func open(
        limits: StoreLimits = StoreLimits(rows: 1_000, bytes: 1 << 20), bootID: String = "boot-1"
    ) throws -> (store: EventStore, restored: Restored?) {
        try EventStore.open(
            StoreOptions(
                directory: directory, bootID: bootID, limits: limits,
                record: { entry in
                    switch entry {
                    case .reset: event("storage-reset")
                    case .gap: event("gap")
                    }
                },
                conditionChanged: { condition in
                    self.conditions.withLock { $0.append(condition) }
                }))
    }
}

/// An event as the engine would produce it.
func event(
    _ type: String = "entered", monitor: String? = "m", fence: String? = "f", visit: String? = nil,
    time_s: Int64? = nil, size: Int = 300
) -> NewEvent {
    NewEvent(
        type: type, monitor: monitor, fence: fence, visit: visit,
        time_ns: time_s.map { $0 * 1_000_000_000 }, boot_ns: 1,
        payload: Array(repeating: UInt8(ascii: "x"), count: size))
}

/// A set of evaluated fences, identified by a number.
func evaluated(_ number: UInt32) -> EvaluatedFences {
    let sums = (0..<FenceDigest.groupCount).map { UInt32($0) &* number }
    guard let fences = FenceDigest(sums: sums) else { preconditionFailure("no digest") }
    return EvaluatedFences(rules: [FenceClass(.level): UInt64(number) << 32], fences: fences)
}
