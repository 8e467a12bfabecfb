import Geodesy

extension Monitor {
    /// Looks whether a fix that goes on in the ordinary way changes anything. Most that come near a
    /// fence do not; they need none of what a judgement needs but the distance. What does matter is
    /// kept in `sightings`, from which the fix is judged.
    ///
    /// - Parameter clearing: what is told of the frontiers around the receiver.
    /// - Returns: the odometer of the feed up to which no fix can change anything but for what is
    ///   in `sightings`; nil when all that is known is forgotten, and the fix is to be judged in
    ///   full.
    mutating func glance(
        at update: LocationUpdate, _ sight: inout Sight, _ advance: Cruise.Advance,
        in catalog: FenceCatalog, _ clearing: inout Clearing
    ) -> Double? {
        sightings.clear()
        guard status == .started else { return .infinity }
        guard !neighbourhood.isForgotten else { return nil }
        let isDue = !neighbourhood.passes(travelled_m: advance.odometer_m, strain_m: 0)
        let reach_m = reach_m + lastAccuracy.tested_m
        if isDue, neighbourhood.isExhausted {
            if advance.isLeap, leapsOn(after: advance) {
                leap(to: update, &sight, advance, in: catalog)
                clearing.close()
                return neighbourhood.dueAt_m
            }
            survey(
                View(
                    place: sight.standpoint, moved_m: advance.moved_m, reach_m: reach_m,
                    course: advance.course, sweep_m: advance.sweep_m), in: catalog)
        }
        let footing = neighbourhood.footing(at: update.position, step_m: advance.moved_m)
        if isDue {
            for place in 0..<neighbourhood.count
            where neighbourhood.isDue(place, after: footing) {
                glance(at: place, update, &sight, advance, footing, in: catalog)
            }
            neighbourhood.settle()
        }
        // One who leaps has left what is around here by the next fix, and what a judgement may change
        // is shown once it has.
        if advance.isLeap || sightings.count > 0 {
            clearing.close()
        } else {
            neighbourhood.show(in: &clearing)
        }
        return neighbourhood.dueAt_m
    }

    /// Looks at one fence, and notes when it can matter next, or what was seen if it matters now.
    private mutating func glance(
        at place: Int, _ update: LocationUpdate, _ sight: inout Sight, _ advance: Cruise.Advance,
        _ footing: Neighbourhood.Footing, in catalog: FenceCatalog
    ) {
        let number = neighbourhood.fence(at: place)
        let isPlain = neighbourhood.isPlain(at: place)
        if isPlain {
            // Its box may tell that the fence is out of reach of fix and way.
            let box = catalog.indexedBox(number)
            let reach_m = reach_m + lastAccuracy.tested_m
            let slack_m = box.distanceLowerBound(from: sight.standpoint) - reach_m
            if slack_m > advance.sweep_m {
                neighbourhood.set(place, slack_m: slack_m)
                if let frontiers = box.frontiers(
                    from: sight.standpoint, on: advance.course)
                {
                    neighbourhood.draw(
                        frontiers, of: place, threshold_m: reach_m, after: footing.way)
                }
                return
            }
        }
        let settings = catalog.settingsIndex(number)
        let rules = rules[settings]
        guard judges(number, by: rules) else {
            return neighbourhood.set(place, slack_m: .infinity)
        }
        let (look, frontiers) = look(
            at: number, rules: rules, by: update, from: sight.standpoint, accuracy: lastAccuracy,
            sweep_m: advance.sweep_m, step_m: advance.moved_m, on: advance.course, in: catalog)
        let standing =
            isPlain ? defaults[settings].standing : standing(of: number, settings: settings)
        guard
            standing.isConfirmed(
                by: look.evidence, look.place, moved_m: advance.sweep_m, isUnbroken: true)
        else {
            neighbourhood.sketch(frontiers, of: place)
            return sightings.append(Sighting(place: place, settings: settings, look: look))
        }
        let outlook = standing.outlook(look.place, isOtherFloor: look.isOtherFloor)
        neighbourhood.set(place, outlook, frontiers, after: footing.way)
    }

    /// Judges by a fix what the glance at it has found to matter.
    mutating func judgeSightings(
        by fix: inout JudgedFix, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        guard sightings.count > 0 else { return }
        fix.read(by: reading, lacking: lacks)
        sink.possiblePasses = 0
        let footing = neighbourhood.footing(
            at: fix.step.fix.update.position, step_m: fix.movement_m)
        // The ids that put events of one instant in order lie anywhere in memory: they are fetched while
        // these are judged.
        let isOrdered = sightings.count > 1
        for number in 0..<sightings.count where isOrdered {
            catalog.prefetchID(of: sightings[number].look.place.number)
        }
        for number in 0..<sightings.count {
            let sighting = sightings[number]
            let outlook = judge(
                sighting.look, settings: sighting.settings, by: &fix, in: catalog, into: &sink)
            guard let place = sighting.place else { continue }
            neighbourhood.set(place, outlook, after: footing.way)
            let isPlain = states.slot(of: sighting.look.place.number) == nil
            neighbourhood.set(place, isPlain: isPlain)
        }
        for number in 0..<sightings.count where isOrdered {
            catalog.prefetchIDBeginning(of: sightings[number].look.place.number)
        }
        sightings.clear()
        neighbourhood.settle()
    }
}
