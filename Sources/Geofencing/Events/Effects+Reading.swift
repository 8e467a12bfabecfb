/// What the instants gave, in order.
extension Effects {
    /// Shows every event.
    public func forEachEvent(_ body: (Event) -> Void) {
        var begin = Ends()
        for instant in 0..<instants.count {
            let end = instants[instant]
            for case .event(let event) in news[begin.news..<end.news] { body(event) }
            for place in begin.events..<end.events { body(event(ranks[place])) }
            for place in begin.explanations..<end.explanations {
                body(.diagnostic(explanations[place]))
            }
            begin = end
        }
    }

    /// Shows every source that is suspected, and for what, or no longer.
    public func forEachSuspicion(_ body: (FixRefusal?, _ source: String) -> Void) {
        for case .suspicion(let refusal, let source) in news { body(refusal, source) }
    }

    /// Whether the status of a monitor changes.
    public var changesStatus: Bool {
        news.contains { if case .status = $0 { true } else { false } }
    }

    /// Every change of saved state.
    public var changes: [StateChange] { (0..<saves.count).map { change(saves[$0]) } }

    /// All of them.
    var all: [Effect] {
        var (all, begin): ([Effect], Ends) = ([], Ends())
        for instant in 0..<instants.count {
            let end = instants[instant]
            all += news[begin.news..<end.news]
            all += (begin.events..<end.events).map { .event(event(ranks[$0])) }
            all += explanations[begin.explanations..<end.explanations].map {
                .event(.diagnostic($0))
            }
            all += (begin.saves..<end.saves).map { .save(change(saves[$0])) }
            begin = end
        }
        return all
    }

    private func event(_ rank: Rank) -> Event {
        let event = events[rank.event]
        return .transition(
            Transition(facts: event.facts, occasions: occasions, place: event.occasion))
    }

    private func change(_ save: Save) -> StateChange {
        switch save {
        case .settled(let place):
            change(
                FenceMemo(of: settled[place].facts.fence, settled[place].facts.state),
                at: settled[place].occasion)
        case .fence(let place): change(memos[place].facts, at: memos[place].occasion)
        case .lastFix(let place): change(lastFixes[place])
        case .other(let place): otherChanges[place]
        }
    }

    private func change(_ memo: FenceMemo, at occasion: Int) -> StateChange {
        memo.change(at: occasions[occasion].now, of: occasions[occasion].watch)
    }

    private func change(_ lastFix: Sited<LastFix>) -> StateChange {
        .lastFix(lastFix.facts, source: occasions[lastFix.occasion].watch.monitor.source)
    }
}

extension Effects: Equatable {
    /// Whether both ask for the same in the same order, with what an instant has given that is not
    /// over yet.
    public static func == (left: Effects, right: Effects) -> Bool {
        var (left, right) = (left, right)
        left.endInstant()
        right.endInstant()
        return left.all == right.all
    }
}
