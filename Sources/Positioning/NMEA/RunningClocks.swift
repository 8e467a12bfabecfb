import Chronology

/// The clocks of several instruments on one line, told apart by the times they tell, for two may have one
/// name. One of them is heard: the first that goes on, until it falls silent, stands still or is set and
/// another has gone on instead.
struct RunningClocks {
    private struct Clock {
        var last: UTCInstant
        /// How often it went on since the one that is heard did.
        var steps = 0
    }

    /// Nanoseconds between two words of a clock that goes on.
    static let longestStep: Int64 = 450 * 1_000_000_000
    /// So often another may go on before it is heard in the place of the one that is.
    private static let unheardAtMost = 5
    /// Clocks that are remembered.
    private static let mostClocks = 8

    /// The one that is heard first, if one is, then the others, the newest first.
    private var clocks: [Clock] = []
    private var hasHeard = false

    /// What a word is to the clock that is heard.
    enum Word {
        /// Of it, which goes on.
        case goesOn
        /// Of another, which is heard from now on.
        case takesOver
        /// Of one that is not heard, or that does not go on.
        case none
    }

    /// Takes a word.
    mutating func hear(_ told: UTCInstant) -> Word {
        guard let index = clockBefore(told) else {
            if clocks.count == Self.mostClocks { clocks.removeLast() }
            clocks.insert(Clock(last: told), at: hasHeard ? 1 : 0)
            return .none
        }
        guard told > clocks[index].last else { return .none }
        clocks[index].last = told
        clocks[index].steps += 1
        if hasHeard, index == 0 {
            for other in clocks.indices { clocks[other].steps = 0 }
            return .goesOn
        }
        guard !hasHeard || clocks[index].steps > Self.unheardAtMost else { return .none }
        clocks.insert(clocks.remove(at: index), at: 0)
        hasHeard = true
        return .takesOver
    }

    /// The clock whose next word this may be, or its last one again: of several the nearest.
    private func clockBefore(_ told: UTCInstant) -> Int? {
        var found: Int?
        var nearest = Self.longestStep
        for (index, clock) in clocks.enumerated() {
            let step = told.nanoseconds &- clock.last.nanoseconds
            guard step >= 0, step <= nearest, found == nil || step < nearest else { continue }
            found = index
            nearest = step
        }
        return found
    }
}
