import Chronology

/// Timers in the order of their deadlines (a binary heap).
///
/// A timer is never removed before its deadline. When it fires, the state of its fence decides
/// whether it still applies.
struct TimerHeap: Sendable {
    private var timers: [Timer] = []

    /// The earliest deadline.
    var deadline: BootInstant? { timers.first?.deadline }

    mutating func insert(_ timer: Timer) {
        timers.append(timer)
        var gap = timers.count - 1
        while gap > 0 {
            let parent = (gap - 1) / 2
            guard timer.precedes(timers[parent]) else { break }
            timers[gap] = timers[parent]
            gap = parent
        }
        timers[gap] = timer
    }

    /// Removes and returns the first timer if its deadline is not after `now`; else returns nil.
    mutating func popDue(at now: BootInstant) -> Timer? {
        guard let first = timers.first, first.deadline <= now else { return nil }
        let last = timers.removeLast()
        if !timers.isEmpty { sink(last) }
        return first
    }

    mutating func removeAll() {
        timers.removeAll(keepingCapacity: true)
    }

    /// Replaces the first timer.
    private mutating func sink(_ timer: Timer) {
        var gap = 0
        while true {
            var child = 2 * gap + 1
            guard child < timers.count else { break }
            if child + 1 < timers.count, timers[child + 1].precedes(timers[child]) { child += 1 }
            guard timers[child].precedes(timer) else { break }
            timers[gap] = timers[child]
            gap = child
        }
        timers[gap] = timer
    }
}
