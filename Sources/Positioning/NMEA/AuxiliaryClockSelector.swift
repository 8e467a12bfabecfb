import Chronology

/// Selects one of the clocks of several instruments on a line: the first that advances, until it is
/// silent, stops or is set while another advances. Clocks are distinguished by their times, because
/// two instruments may have the same talker.
struct AuxiliaryClockSelector {
    private struct Clock {
        var last: UTCInstant
        /// How often it advanced since the selected one did.
        var steps = 0
    }

    /// Nanoseconds between two times of a clock that advances.
    static let longestStep: Int64 = 450 * 1_000_000_000
    /// So often another may advance before it is selected instead.
    private static let stepsOfAnother = 5
    /// The maximum number of stored clocks.
    private static let mostClocks = 8

    /// The selected one first, if there is one, then the others, the newest first.
    private var clocks: [Clock] = []
    private var hasSelected = false

    /// The relation of a time to the selected clock.
    enum Outcome {
        /// The selected clock advances.
        case advances
        /// Another clock is selected from now on.
        case takesOver
        /// The time is of a clock that is not selected, or that does not advance.
        case none
    }

    /// Takes a time.
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

    /// The clock whose next time this may be, or its last one again: of several the nearest.
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
