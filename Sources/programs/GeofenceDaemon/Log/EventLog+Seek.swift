import Chronology
import ControlProtocol
import EventStore
import NIOCore

extension EventLog {
    /// Finds the first event committed at or after a time. Calls `take` on the loop.
    func seek(_ time: UTCInstant, _ take: @escaping @Loop (Result<Int64, Failure>) -> Void) {
        store.seek(since: time) { outcome in
            let number = outcome.map { $0.seq + 1 }.mapError {
                Failure(.storageUnavailable, "\($0)")
            }
            Loop.soon { take(number) }
        }
    }

    /// Finds the number of the first of the newest `last` events (0 or more) that pass the filter.
    /// Calls `take` on the loop.
    func seek(
        last: Int, _ filter: LogFilter, _ take: @escaping @Loop (Result<Int64, Failure>) -> Void
    ) {
        seek(last: last, filter, from: bounds.first, found: [], take)
    }

    private func seek(
        last: Int, _ filter: LogFilter, from: Int64, found: [Int64],
        _ take: @escaping @Loop (Result<Int64, Failure>) -> Void
    ) {
        guard last > 0, from <= bounds.head else {
            return take(.success(found.first ?? bounds.head + 1))
        }
        // Most readers request all events, and the numbers have no gaps.
        if filter == .everything {
            return take(.success(max(bounds.first, bounds.head - Int64(last) + 1)))
        }
        read(from: from, filter, limit: Self.seekPage) { [self] page in
            switch page {
            case .expired(let first): seek(last: last, filter, from: first, found: found, take)
            case .unreadable(let reason): take(.failure(Failure(.storageUnavailable, reason)))
            case .events(let entries, let next):
                let newest = (found + entries.map(\.seq)).suffix(last)
                seek(last: last, filter, from: next, found: Array(newest), take)
            }
        }
    }

    /// The number of events that are read at once.
    private static let seekPage = 500
}
