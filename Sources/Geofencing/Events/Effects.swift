/// What the world must do after one or more inputs, in order.
///
/// A list of `Effect`, kept in columns of plain words. So an event takes no memory of its own, and
/// whoever clears and fills one list again and again takes none at all.
public struct Effects: Sendable {
    /// What belongs to an occasion, of which it has the place.
    struct Sited<Facts: BitwiseCopyable & Sendable>: BitwiseCopyable, Sendable {
        var facts: Facts
        var occasion: Int
    }

    /// A change of saved state, with its place in the column of its like: the state of a fence of
    /// which nothing is open, that of any other, the last fix of the source that an occasion belongs
    /// to, or another change.
    enum Save: BitwiseCopyable {
        case settled(Int)
        case fence(Int)
        case lastFix(Int)
        case other(Int)
    }

    /// What is saved of a fence of which nothing is open.
    struct Settled: BitwiseCopyable, Sendable {
        var state: SettledState
        var fence: FenceNumber
    }

    /// How much of each column belongs to an instant and those before it.
    struct Ends: BitwiseCopyable {
        var news = 0
        var events = 0
        var explanations = 0
        var saves = 0
        var occasions = 0
    }

    /// What monitors and feeds did or suffered; of one instant it comes first.
    var news: [Effect] = []
    var events = Refillable<Sited<Transition.Facts>>()
    var ranks = Refillable<Rank>()
    /// What explains the events or their absence.
    var explanations: [Diagnostic] = []
    var saves = Refillable<Save>()
    var settled = Refillable<Sited<Settled>>()
    var memos = Refillable<Sited<FenceMemo>>()
    var lastFixes = Refillable<Sited<LastFix>>()
    var otherChanges: [StateChange] = []
    var occasions: [Occasion] = []
    /// The instants that are over.
    var instants = Refillable<Ends>()
    var last = Ends()

    /// No effects.
    public init() {}

    /// Whether there is nothing to do: kept beside the columns, since it is asked after every fix.
    public internal(set) var isEmpty = true

    /// Forgets all of them, but keeps their room for the next.
    public mutating func removeAll() {
        if !news.isEmpty { news.removeAll(keepingCapacity: true) }
        events.clear()
        ranks.clear()
        if !explanations.isEmpty { explanations.removeAll(keepingCapacity: true) }
        saves.clear()
        settled.clear()
        memos.clear()
        lastFixes.clear()
        if !otherChanges.isEmpty { otherChanges.removeAll(keepingCapacity: true) }
        // Mostly one, and taken out so it costs half as much as by clearing the list.
        while occasions.popLast() != nil {}
        instants.clear()
        last = Ends()
        isEmpty = true
    }
}
