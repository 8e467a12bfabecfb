import Chronology

/// What an instant gives, as it comes.
extension Effects {
    /// Whether the instant has given anything yet.
    var isAnyNew: Bool {
        news.count > last.news || events.count > last.events
            || explanations.count > last.explanations || saves.count > last.saves
    }

    /// Whether a monitor has told or saved anything of its fences.
    var hasOccasions: Bool { occasions.count > last.occasions }

    /// What a monitor or a feed did or suffered.
    mutating func put(_ effect: Effect) {
        news.append(effect)
    }

    /// Something that explains the events or their absence.
    mutating func explain(_ diagnostic: Diagnostic) {
        explanations.append(diagnostic)
    }

    mutating func save(_ change: StateChange) {
        saves.append(.other(otherChanges.count))
        otherChanges.append(change)
    }

    /// Has the state of a fence saved of which nothing is open, with the clock of its stay as it counts.
    @inline(__always)
    mutating func save(_ state: SettledState, of fence: FenceNumber, _ occasion: Int) {
        saves.append(.settled(settled.count))
        settled.append(
            Sited(facts: Settled(state: state, fence: fence), occasion: occasion))
    }

    mutating func save(_ memo: FenceMemo, _ occasion: Int) {
        saves.append(.fence(memos.count))
        memos.append(Sited(facts: memo, occasion: occasion))
    }

    /// The place of the first occasion of the instant that is of a source; nil when there is none.
    @inline(__always)
    func occasion(of source: String) -> Int? {
        (last.occasions..<occasions.count).first { occasions[$0].watch.monitor.source == source }
    }

    /// Has a fix saved as the last one of the source that an occasion is of.
    @inline(__always)
    mutating func save(_ fix: LastFix, _ place: Int) {
        saves.append(.lastFix(lastFixes.count))
        lastFixes.append(Sited(facts: fix, occasion: place))
    }

    /// An event.
    ///
    /// - Parameter instant: nanoseconds of the crossing on the boot clock, of the decision where
    ///   only a bracket is known.
    mutating func put(_ event: Transition.Facts, instant: Int64, _ occasion: Int) {
        put(event, in: Group(event.kind), instant: instant, occasion)
    }

    /// A pass: an enter and its exit, of which a rule may have left only one.
    mutating func put(pass: [Transition.Facts], instant: Int64, _ occasion: Int) {
        for event in pass { put(event, in: .passes, instant: instant, occasion) }
    }

    @inline(__always)
    private mutating func put(
        _ event: Transition.Facts, in group: Group, instant: Int64, _ occasion: Int
    ) {
        ranks.append(
            Rank(
                group: group, instant: instant, monitor: occasions[occasion].watch.index,
                event: events.count))
        events.append(Sited(facts: event, occasion: occasion))
    }

    /// The place of the last occasion of the instant, if it is of that watch and that fix.
    @inline(__always)
    func occasion(of watch: Watch, fixNumber: Int) -> Int? {
        let place = occasions.count - 1
        guard place >= last.occasions, occasions[place].watch === watch,
            occasions[place].fixNumber == fixNumber
        else { return nil }
        return place
    }

    /// Adds an occasion and gives its place.
    @inline(__always)
    mutating func add(_ occasion: consuming Occasion) -> Int {
        occasions.append(occasion)
        return occasions.count - 1
    }

    /// The instant is over: what it gave is put in order.
    @inline(__always)
    mutating func endInstant() {
        guard isAnyNew else { return }
        if ranks.count > last.events + 1 { order() }
        last = Ends(
            news: news.count, events: events.count, explanations: explanations.count,
            saves: saves.count, occasions: occasions.count)
        instants.append(last)
        isEmpty = false
    }
}
