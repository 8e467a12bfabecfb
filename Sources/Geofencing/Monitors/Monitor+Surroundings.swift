import Chronology
import Geodesy

extension Monitor {
    /// Metres of a way of which nothing is known, beyond which no possible passes are looked for:
    /// too many fences lie along it for any to be worth naming.
    static let unknownWayLimit_m = 2000.0

    /// Looks around: which fences are near, and which lie along the way there.
    mutating func survey(_ view: View, in catalog: FenceCatalog) {
        let looksAtAll = neighbourhood.isForgotten
        let looked_m = neighbourhood.beginSurvey(
            around: view.place, view.ahead, from: view.receiver, step_m: view.moved_m,
            remembers: !looksAtAll)
        var seen = 0
        let map = neighbourhood.isAlongLine ? neighbourhood.edges.map : nil
        catalog.visit(view.search(within: looked_m, on: map), &descent) { number, finding in
            let slot = states.slot(of: number)
            let isAsked = if let slot { looksAtAll || states.isRestless(slot) } else { false }
            if isAsked { seen += 1 }
            let slack_m = isAsked ? 0 : view.slack_m(finding)
            // One that has been outside of its box so far is outside of its boundary as drawn.
            neighbourhood.add(
                number, isPlain: slot == nil, slack_m: slack_m,
                threshold_m: isAsked || finding.box.contains(view.receiver)
                    ? .infinity : view.reach_m)
        }
        let isAnyUnseen = seen < (looksAtAll ? states.count : states.restlessCount)
        if isAnyUnseen { addUnseen(looksAtAll: looksAtAll) }
        neighbourhood.endSurvey(isInOrder: !isAnyUnseen, sweep_m: view.sweep_m)
        // Those that are drawn are fetched then.
        if looksAtAll || neighbourhood.seen_m <= 0 { fetchOutlines(from: catalog) }
    }

    /// Adds the fences to those that were seen which every fix may change, however far away they
    /// are: those that are not at rest. Mostly the receiver is in them, and has seen them all. Where
    /// nothing is known every one with a state of its own may change.
    private mutating func addUnseen(looksAtAll: Bool) {
        let seen = 0..<neighbourhood.count
        for slot in 0..<states.count
        where (looksAtAll || states.isRestless(slot))
            && !neighbourhood.holds(states.number(slot), in: seen)
        {
            neighbourhood.add(states.number(slot), isPlain: false, slack_m: 0)
        }
    }

    /// Has the outlines of the fences that are to be looked at now fetched into the caches of the processor
    /// all at once: most of the time of a look at one that lies anywhere goes to that.
    ///
    /// It changes nothing, but else a copy of all of this would be made for it.
    private mutating func fetchOutlines(from catalog: FenceCatalog) {
        guard neighbourhood.count > 1 else { return }
        for place in 0..<neighbourhood.count where neighbourhood.isDueAtOnce(place) {
            catalog.prefetch(neighbourhood.fence(at: place))
        }
        for place in 0..<neighbourhood.count where neighbourhood.isDueAtOnce(place) {
            catalog.prefetchOutline(of: neighbourhood.fence(at: place))
        }
    }

    /// The fences that a fix may say something new about, in order of number: all those within
    /// reach of it or of the way to it, and all that have a state of their own.
    func candidates(for fix: inout JudgedFix, in catalog: FenceCatalog) -> [FenceNumber] {
        var numbers = states.numbers
        var descent = FenceIndex.Descent()
        catalog.visit(view(from: &fix).search(within: 0), &descent) { number, _ in
            if states.slot(of: number) == nil { numbers.append(number) }
        }
        return numbers.sorted()
    }

    /// From where and for what the surroundings are looked at.
    struct View {
        var place: Standpoint
        /// Where the receiver is: at the place, or behind it.
        var receiver: Coordinate
        /// Where that is ahead of the receiver.
        var ahead: Neighbourhood.LookAhead?
        /// Metres by which distances may have changed since the last look.
        var moved_m: Double
        /// Metres beyond its outline at which a fence may have its threshold.
        var reach_m: Double
        /// Metres around the receiver within which every fence is to be looked at now.
        var sweep_m = 0.0
        /// Where the way began; nil when nothing is looked for along it.
        var start: Standpoint?
        /// Metres beside that way at which a fence may have its threshold.
        var besideWay_m = 0.0
        /// Metres of the way, and as many more as a fence may lie beside it.
        var wayLength_m = 0.0

        /// A search for the fences whose thresholds may lie within some metres of the place, or on
        /// the way there; where there is a map, within those of its line.
        func search(within metres: Double, on map: AreaMap? = nil) -> FenceIndex.Search {
            FenceIndex.Search(
                place: place, map: map, radius_m: max(metres, sweep_m) + reach_m, start: start,
                wayLength_m: wayLength_m,
                corridor: start.flatMap {
                    Corridor(
                        from: $0.coordinate, to: place.coordinate, length_m: wayLength_m,
                        within: besideWay_m)
                })
        }

        /// Metres of movement from the place before the fence of a finding can matter: none along the
        /// way.
        func slack_m(_ finding: FenceIndex.Finding) -> Double {
            finding.isOnWay ? 0 : max(0, finding.distance_m - reach_m)
        }
    }

    /// What is to be looked at for a fix.
    func view(from fix: inout JudgedFix) -> View {
        // A poor fix says nothing of a fence from which it is not clear by its radius.
        let radius_m = lastClass?.isPoor == true ? fix.accuracy.radius_m : nil
        let reach_m = reach_m + max(fix.accuracy.tested_m, radius_m ?? 0)
        var view = View(
            place: fix.standpoint, receiver: fix.standpoint.coordinate, moved_m: fix.movement_m,
            reach_m: reach_m)
        let step_m = fix.step.lengthBound_m
        if let before = fix.step.before,
            fix.step.isInterpolable || step_m <= Self.unknownWayLimit_m
        {
            view.start = Standpoint(before.update.position)
            view.besideWay_m = reach_m + (fix.accuracyBefore?.tested_m ?? 0)
            view.wayLength_m = step_m + reach_m + view.besideWay_m
        }
        return view
    }
}
