import Chronology

/// Timers in order of their deadlines (a binary heap).
///
/// A timer is never taken out before its time: when it falls due, the state it belongs to says
/// whether it still counts.
struct TimerHeap: Sendable {
    private var timers: [Timer] = []

    /// The earliest deadline.
    var deadline: BootInstant? { timers.first?.deadline }

    mutating func insert(_ timer: Timer) {
        timers.append(timer)
        var child = timers.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard timers[child].precedes(timers[parent]) else { break }
            timers.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes the first timer out if it is due at `now`.
    mutating func popDue(at now: BootInstant) -> Timer? {
        guard let first = timers.first, first.deadline <= now else { return nil }
        let last = timers.removeLast()
        if !timers.isEmpty {
            timers[0] = last
            sink()
        }
        return first
    }

    mutating func removeAll() {
        timers.removeAll(keepingCapacity: true)
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < timers.count && timers[child].precedes(timers[least]) {
                least = child
            }
            guard least != parent else { return }
            timers.swapAt(least, parent)
            parent = least
        }
    }
}
