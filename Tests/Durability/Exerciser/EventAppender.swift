import Dispatch
import EventStore
import Fixes
import Geofencing
import Synchronization

/// Appends numbered events and prints which are durable.
///
/// Every event has a key one greater than the one before, and the same commit saves the key as
/// state. So a log is exact when its keys run from 1 without gaps or duplicates, over any number of
/// kills: a lost event would be a gap, an event without its state a duplicate.
final class EventAppender: Sendable {
    private let store: EventStore
    private let plan: Plan
    private let lastKey: Int64
    /// How many more events may be appended.
    private let capacity = DispatchSemaphore(value: 0)
    private let outstanding: Mutex<Int>
    /// The microseconds that each call to append took.
    private let durations = Mutex<[Int]>([])
    private let done: @Sendable () -> Void

    /// An appender that continues after `last` and calls `done` when the plan is fulfilled.
    init(store: EventStore, plan: Plan, last: Int64, done: @escaping @Sendable () -> Void) {
        self.store = store
        self.plan = plan
        self.done = done
        lastKey = last + Int64(plan.count)
        outstanding = Mutex(plan.count)
    }

    /// Appends all events in the order of their keys, a window of them at once; each durable event
    /// allows the next.
    func run() {
        guard plan.count > 0 else { return done() }
        for _ in 0..<plan.window { capacity.signal() }
        for key in lastKey - Int64(plan.count) + 1...lastKey {
            capacity.wait()
            append(key)
        }
    }

    private func append(_ key: Int64) {
        let text = "\(key) "
        let padding = String(repeating: "x", count: max(0, plan.size - text.utf8.count))
        let event = NewEvent(
            type: "entered", monitor: "monitor", fence: "fence-\(key % 7)", boot_ns: key,
            payload: Array((text + padding).utf8))
        let fix = LastFix(latitude: 0, longitude: 0, time_ns: key, boot_ns: 0)
        let batch = EventBatch(events: [event], changes: [.lastFix(fix, source: "key")])
        let start = boot_us()
        defer { durations.withLock { $0.append(boot_us() - start) } }
        store.append(batch) { result in
            switch result {
            case .success(let range): say("ack \(range?.lowerBound ?? 0) \(key)")
            case .failure(let failure): say("nack \(key) \(failure.code)")
            }
            self.capacity.signal()
            let isLast = self.outstanding.withLock { outstanding in
                outstanding -= 1
                return outstanding == 0
            }
            guard isLast else { return }
            let slowest = self.durations.withLock { $0.sorted(by: >).prefix(3) }
            say("slowest appends \(slowest.map { "\($0)" }.joined(separator: " ")) us")
            self.done()
        }
    }
}
