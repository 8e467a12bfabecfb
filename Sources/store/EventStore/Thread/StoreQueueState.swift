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
