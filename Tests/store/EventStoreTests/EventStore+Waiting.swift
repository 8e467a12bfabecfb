import Chronology
import EventStore
import Geofencing

/// Async variants of the store's calls.
extension EventStore {
    func append(_ batch: EventBatch) async throws -> ClosedRange<Seq>? {
        try await withCheckedContinuation { continuation in
            append(batch) { continuation.resume(returning: $0) }
        }.get()
    }

    func append(_ events: NewEvent...) async throws -> ClosedRange<Seq>? {
        try await append(EventBatch(events: events))
    }

    func change(_ changes: RuntimeFenceChange...) async throws -> Int64 {
        try await change(changes)
    }

    func change(_ changes: [RuntimeFenceChange]) async throws -> Int64 {
        try await withCheckedContinuation { continuation in
            change(changes) { continuation.resume(returning: $0) }
        }.get()
    }

    func keep(_ consumers: [String: [UInt8]?]) async throws {
        try await withCheckedContinuation { continuation in
            keep(consumers: consumers) { continuation.resume(returning: $0) }
        }.get()
    }

    func save(_ state: SavedState) async throws -> Bool {
        try await withCheckedContinuation { continuation in
            save(state) { continuation.resume(returning: $0) }
        }.get()
    }

    func close(saving state: SavedState? = nil) async throws {
        try await withCheckedContinuation { continuation in
            close(saving: state) { continuation.resume(returning: $0) }
        }.get()
    }

    func page(
        after cursor: LogCursor, limit: Int = 1_000, filter: EventFilter = EventFilter()
    ) async throws -> EventPage {
        try await withCheckedContinuation { continuation in
            read(after: cursor, limit: limit, filter: filter) { continuation.resume(returning: $0) }
        }.get()
    }

    func place(since time: UTCInstant) async throws -> LogCursor {
        try await withCheckedContinuation { continuation in
            seek(since: time) { continuation.resume(returning: $0) }
        }.get()
    }

    func visits(
        _ filter: EventFilter = EventFilter(), since: UTCInstant? = nil, last: Int? = nil,
        after seq: Seq = 0, limit: Int = .max
    ) async throws -> [Visit] {
        try await withCheckedContinuation { continuation in
            visits(
                filter: filter, since: since, last: last, after: seq, into: [Visit](),
                adding: { visit, visits in
                    guard visits.count < limit else { return false }
                    visits.append(visit)
                    return true
                }
            ) { continuation.resume(returning: $0) }
        }.get()
    }
}
