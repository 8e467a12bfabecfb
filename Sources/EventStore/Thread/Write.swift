import Geofencing

/// Called once, on the store's thread; must not wait.
public typealias StoreCompletion<Value> = @Sendable (Result<Value, StorageFailure>) -> Void

/// Something that waits to become durable.
enum Write: Sendable {
    /// What one input of the engine led to.
    case batch(EventBatch, StoreCompletion<ClosedRange<Seq>?>)
    /// Stands for events that memory could not hold; their state is kept.
    case gap(lost: Int, CarriedState)
    /// Fences changed at run time.
    case fences([RuntimeFenceChange], StoreCompletion<Int64>)
    /// The whole state of the engine.
    case state(SavedState, StoreCompletion<Bool>)

    /// Events it adds to the log.
    var eventCount: Int {
        switch self {
        case .batch(let batch, _): batch.events.count
        case .gap: 1
        case .fences, .state: 0
        }
    }

    /// Events that the log lacks without it: of a gap those it stands for.
    var missedCount: Int {
        switch self {
        case .batch(let batch, _): batch.events.count
        case .gap(let lost, _): lost
        case .fences, .state: 0
        }
    }

    /// Whether somebody waits at a prompt for it.
    var isFences: Bool {
        if case .fences = self { true } else { false }
    }

    /// What it counts against the limit of what may wait in memory.
    var weight: Int {
        switch self {
        case .batch(let batch, _): max(1, batch.events.count)
        case .gap: 1
        case .fences, .state: 0
        }
    }

    /// Bytes of records that it counts against that limit.
    var waitingBytes: Int {
        if case .batch = self { byteCount } else { 0 }
    }

    /// Bytes of its values, roughly.
    var byteCount: Int {
        switch self {
        case .batch(let batch, _): batch.events.reduce(0) { $0 + $1.payload.count }
        case .gap: 0
        case .fences(let changes, _): changes.reduce(0) { $0 + $1.byteCount }
        case .state: 0
        }
    }

    /// Ends it without success.
    func fail(_ failure: StorageFailure) {
        switch self {
        case .batch(_, let completion): completion(.failure(failure))
        case .gap: break
        case .fences(_, let completion): completion(.failure(failure))
        case .state(_, let completion): completion(.failure(failure))
        }
    }
}

extension RuntimeFenceChange {
    /// Bytes of the fence.
    var byteCount: Int {
        switch self {
        case .put(let fence): fence.geoJSON?.utf8.count ?? 0
        case .forget, .forgetSet, .forgetAll: 0
        }
    }
}
