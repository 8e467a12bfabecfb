import Glibc

/// The contents of the store's queue.
struct StoreQueueState: Sendable {
    var writes: [Write] = []
    var deliveries: [String: Seq] = [:]
    var queries: [Query] = []
    var discarded: [Write] = []
    var waitingEvents = 0
    var waitingBytes = 0
    var missedEvents = 0
    var closing: StoreCompletion<Void>?
    var isClosed = false
    var condition = StorageCondition.healthy
    var bounds: EventBounds?

    /// How many of the leading writes fit one transaction; at least one unless there are none.
    var leadingGroup: Int {
        var events = 0
        var bytes = 0
        let count = writes.firstIndex { write in
            events += write.eventCount
            bytes += write.byteCount
            return events > StoreLimits.eventsPerCommit || bytes > StoreLimits.bytesPerCommit
        }
        return min(max(count ?? writes.count, 1), writes.count)
    }

    /// Adds a write and discards the oldest events beyond the limits. The added write is kept,
    /// whatever its size.
    mutating func add(_ write: Write) {
        if case .state = write { dropOlderStates() }
        writes.append(write)
        waitingEvents += write.weight
        waitingBytes += write.waitingBytes
        missedEvents += write.missedCount
        while waitingEvents > StoreLimits.waitingEvents
            || waitingBytes > max(StoreLimits.waitingBytes, write.waitingBytes)
        {
            guard discardOldest() else { return }
        }
    }

    /// Replaces the oldest waiting events by a gap record; returns false when there are none.
    mutating func discardOldest() -> Bool {
        var lost = 0
        var merged = MergedChanges()
        var place: Int?
        for (index, write) in writes.enumerated() {
            switch write {
            case .gap(let earlier, let state) where place == nil:
                (place, lost, merged) = (index, earlier, state)
            case .batch(let batch, _):
                merged.add(batch)
                discarded.append(write)
                waitingEvents -= write.weight
                waitingBytes -= write.waitingBytes
                lost += batch.events.count
                if let place {
                    writes.remove(at: index)
                    writes[place] = .gap(lost: lost, merged)
                } else {
                    writes[index] = .gap(lost: lost, merged)
                    waitingEvents += 1
                }
                return true
            case .gap, .fences, .state, .consumers: break
            }
        }
        return false
    }

    /// Removes waiting whole states, which a later one replaces.
    mutating func dropOlderStates() {
        writes.removeAll { write in
            guard case .state = write else { return false }
            discarded.append(write)
            return true
        }
    }
}

/// A signal that wakes one waiting thread.
///
/// A POSIX condition on the monotonic clock: a step of the system clock must not change the length
/// of a wait, and `Synchronization` has no primitive that waits.
@safe final class WakeSignal: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var isSignaled = false

    /// A signal that is not set.
    init() {
        unsafe lock = .allocate(capacity: 1)
        unsafe pthread_mutex_init(lock, nil)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe condition = .allocate(capacity: 1)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(lock)
        unsafe condition.deallocate()
        unsafe lock.deallocate()
    }

    /// Wakes the thread; if it is not waiting, its next wait returns at once.
    func signal() {
        unsafe pthread_mutex_lock(lock)
        isSignaled = true
        unsafe pthread_cond_signal(condition)
        unsafe pthread_mutex_unlock(lock)
    }

    /// Waits for the signal, at most until the monotonic clock reaches `deadline_ns`, and clears
    /// it.
    func wait(until deadline_ns: Int64 = .max) {
        var deadline = timespec(
            tv_sec: Int(deadline_ns / 1_000_000_000), tv_nsec: Int(deadline_ns % 1_000_000_000))
        unsafe pthread_mutex_lock(lock)
        var result: Int32 = 0
        while !isSignaled, result == 0 {
            result = unsafe pthread_cond_timedwait(condition, lock, &deadline)
        }
        isSignaled = false
        unsafe pthread_mutex_unlock(lock)
    }
}
