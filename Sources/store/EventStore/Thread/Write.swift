import Fixes
import Geofencing

/// Called once, on the store's thread or, if refused at once, on the caller's; must not block.
public typealias StoreCompletion<Value> = @Sendable (Result<Value, StorageFailure>) -> Void

/// A write that waits to become durable.
enum Write: Sendable {
    /// The events and changes of one engine input.
    case batch(EventBatch, StoreCompletion<ClosedRange<Seq>?>)
    /// Replaces events that were discarded for lack of memory; their changes of state are kept.
    case gap(lost: Int, MergedChanges)
    /// Changes of runtime fences.
    case fences([RuntimeFenceChange], StoreCompletion<Int64>)
    /// The whole state of the engine.
    case state(SavedState, StoreCompletion<Bool>)
    /// The records of consumers by name, nil for one that is removed.
    case consumers([String: [UInt8]?], StoreCompletion<Void>)

    /// Events that the write adds to the log.
    var eventCount: Int {
        switch self {
        case .batch(let batch, _): batch.events.count
        case .gap: 1
        case .fences, .state, .consumers: 0
        }
    }

    /// Events that the log lacks without this write; for a gap, the events that it replaces.
    var missedCount: Int {
        switch self {
        case .batch(let batch, _): batch.events.count
        case .gap(let lost, _): lost
        case .fences, .state, .consumers: 0
        }
    }

    /// Whether the write changes runtime fences, for which a client waits.
    var isFences: Bool {
        if case .fences = self { true } else { false }
    }

    /// Its share of the limit on waiting events.
    var weight: Int {
        switch self {
        case .batch(let batch, _): max(1, batch.events.count)
        case .gap: 1
        case .fences, .state, .consumers: 0
        }
    }

    /// Its share of the limit on waiting bytes.
    var waitingBytes: Int {
        if case .batch = self { byteCount } else { 0 }
    }

    /// The approximate size of its values in bytes.
    var byteCount: Int {
        switch self {
        case .batch(let batch, _): batch.events.reduce(0) { $0 + $1.payload.count }
        case .gap: 0
        case .fences(let changes, _): changes.reduce(0) { $0 + $1.byteCount }
        case .state: 0
        case .consumers(let records, _): records.values.reduce(0) { $0 + ($1?.count ?? 0) }
        }
    }

    /// Completes the write with a failure.
    func fail(_ failure: StorageFailure) {
        switch self {
        case .batch(_, let completion): completion(.failure(failure))
        case .gap: break
        case .fences(_, let completion): completion(.failure(failure))
        case .state(_, let completion): completion(.failure(failure))
        case .consumers(_, let completion): completion(.failure(failure))
        }
    }
}

extension RuntimeFenceChange {
    /// The size of the fence's GeoJSON in bytes.
    var byteCount: Int {
        switch self {
        case .put(let fence): fence.geoJSON?.utf8.count ?? 0
        case .forget, .forgetSet, .forgetAll: 0
        }
    }
}

/// The changes of state of events that were dropped before they were stored: the last one for each
/// key, however many are added.
struct MergedChanges: Sendable {
    private var fences: [FenceKey: StateChange] = [:]
    private var forgotten: Set<String> = []
    private var monitors: [String: MonitorStatus] = [:]
    private var evaluated: [String: EvaluatedFences?] = [:]
    private var lastFixes: [String: LastFix] = [:]
    private var kinds: [FenceKind: Bool] = [:]
    private var historyMarks: [String: Int64] = [:]

    /// Adds the changes of a batch; later changes replace earlier ones.
    mutating func add(_ batch: EventBatch) {
        for change in batch.changes { add(change) }
    }

    private mutating func add(_ change: StateChange) {
        switch change {
        case .fence(let record):
            fences[FenceKey(monitor: record.monitor, fence: record.fence)] = change
        case .forgetFence(let monitor, let fence):
            fences[FenceKey(monitor: monitor, fence: fence)] = change
        case .forgetMonitor(let monitor):
            fences = fences.filter { $0.key.monitor != monitor }
            evaluated[monitor] = nil
            forgotten.insert(monitor)
        case .monitor(let monitor, let status):
            monitors[monitor] = status
        case .evaluated(let monitor, let fences):
            evaluated.updateValue(fences, forKey: monitor)
        case .lastFix(let fix, let source):
            lastFixes[source] = fix
        case .kind(let kind, let isEnabled):
            kinds[kind] = isEnabled
        case .historyMark(let time_ns, let source):
            historyMarks[source] = time_ns
        }
    }

    /// The merged changes, one for each fence, monitor, source and kind.
    var changes: [StateChange] {
        forgotten.map(StateChange.forgetMonitor) + fences.values
            + monitors.map(StateChange.monitor)
            + evaluated.map(StateChange.evaluated)
            + lastFixes.map { StateChange.lastFix($0.value, source: $0.key) }
            + kinds.map(StateChange.kind)
            + historyMarks.map { StateChange.historyMark($0.value, source: $0.key) }
    }
}

/// A query on the log, answered in slices so that it does not delay commits.
struct Query: Sendable {
    /// Processes one slice; returns the remaining query, nil when it is answered.
    let step: @Sendable (EventDatabase) throws(SQLiteError) -> Query?
    /// Completes the query with a failure.
    let fail: @Sendable (StorageFailure) -> Void
}
