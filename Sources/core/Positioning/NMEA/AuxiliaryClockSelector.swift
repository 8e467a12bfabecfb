import Chronology

/// Selects one of the clocks of several instruments on a line: the first that advances, until it
/// falls silent, stops or is set while another one advances. The times distinguish the clocks,
/// because two instruments may have the same talker.
struct AuxiliaryClockSelector {
    private struct Clock {
        var last: UTCInstant
        /// The number of steps of this clock since the selected clock last advanced.
        var steps = 0
    }

    /// The maximum of nanoseconds between two times of a clock that advances.
    static let longestStep: Int64 = 450 * 1_000_000_000
    /// The number of steps that another clock must exceed to be selected instead.
    private static let stepsOfAnother = 5
    /// The maximum number of stored clocks.
    private static let mostClocks = 8

    /// The selected clock first, if there is one, then the others, the newest first.
    private var clocks: [Clock] = []
    private var hasSelected = false

    /// The relation of a time to the selected clock.
    enum Outcome {
        /// The selected clock advances.
        case advances
        /// Another clock is selected from now on.
        case takesOver
        /// The time belongs to a clock that is not selected or does not advance.
        case none
    }

    /// Adds a time and returns its relation to the selected clock.
    mutating func take(_ time: UTCInstant) -> Outcome {
        guard let index = clockBefore(time) else {
            if clocks.count == Self.mostClocks { clocks.removeLast() }
            clocks.insert(Clock(last: time), at: hasSelected ? 1 : 0)
            return .none
        }
        guard time > clocks[index].last else { return .none }
        clocks[index].last = time
        clocks[index].steps += 1
        if hasSelected, index == 0 {
            for other in clocks.indices { clocks[other].steps = 0 }
            return .advances
        }
        guard !hasSelected || clocks[index].steps > Self.stepsOfAnother else { return .none }
        clocks.insert(clocks.remove(at: index), at: 0)
        hasSelected = true
        return .takesOver
    }

    /// Returns the clock that this time advances or repeats; of several the nearest. Nil if none.
    private func clockBefore(_ time: UTCInstant) -> Int? {
        var found: Int?
        var nearest = Self.longestStep
        for (index, clock) in clocks.enumerated() {
            let step = time.nanoseconds &- clock.last.nanoseconds
            guard step >= 0, step <= nearest, found == nil || step < nearest else { continue }
            found = index
            nearest = step
        }
        return found
    }
}
