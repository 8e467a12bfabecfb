import Geodesy

extension Monitor {
    /// Looks whether a fix that goes on in the ordinary way changes anything. Most that come near a
    /// fence do not; they need none of what a judgement needs but the distance. What does matter is
    /// kept in `sightings`, from which the fix is judged.
    ///
    /// - Returns: the odometer of the feed up to which no fix can change anything but for what is
    ///   in `sightings`; nil when all that is known is forgotten, and the fix is to be judged in
    ///   full.
    mutating func glance(
        at update: LocationUpdate, _ sight: inout Sight, _ displacement: Displacement,
        in catalog: FenceCatalog
    ) -> Double? {
        sightings.clear()
        guard status == .started else { return .infinity }
        guard !neighbourhood.isForgotten else { return nil }
        guard !neighbourhood.passes(travelled_m: displacement.odometer_m, strain_m: 0) else {
            return neighbourhood.dueAt_m
        }
        neighbourhood.come(to: update.position)
        if neighbourhood.isExhausted(after: displacement.moved_m) {
            if displacement.isAfterGap, leapsOn(after: displacement) {
                leap(to: update, &sight, displacement, in: catalog)
                return neighbourhood.dueAt_m
            }
            let reach_m = reach_m + lastAccuracy.tested_m
            let ahead = neighbourhood.lookAhead(after: displacement.moved_m, threshold_m: reach_m)
            survey(
                View(
                    place: ahead.map { Standpoint($0.middle) } ?? sight.standpoint,
                    receiver: update.position, ahead: ahead, moved_m: displacement.moved_m,
                    reach_m: reach_m, sweep_m: displacement.sweep_m),
                in: catalog)
        }
        neighbourhood.lookAtEdges(after: displacement.moved_m, displacement.degrees, in: catalog) {
            sight.standpoint
        }
        if neighbourhood.isAnyDueAtOnce {
            for place in 0..<neighbourhood.count where neighbourhood.isDue(place, in: catalog) {
                glance(at: place, update, &sight, displacement, in: catalog)
            }
        } else {
            for number in 0..<neighbourhood.edges.reachedCount {
                glance(
                    at: neighbourhood.edges.reached(number), update, &sight, displacement,
                    in: catalog)
            }
        }
        neighbourhood.settle()
        return neighbourhood.dueAt_m
    }

    /// Looks at one fence, and notes when it can matter next, or what was seen if it matters now.
    private mutating func glance(
        at place: Int, _ update: LocationUpdate, _ sight: inout Sight, _ displacement: Displacement,
        in catalog: FenceCatalog
    ) {
        let number = neighbourhood.fence(at: place)
        let isPlain = neighbourhood.isPlain(at: place)
        let settings = catalog.settingsIndex(number)
        let rules = rules[settings]
        guard judges(number, by: rules) else { return neighbourhood.set(place, .none) }
        // Those whose boundary is not near have been told by their edges before.
        let look = look(
            at: number, rules: rules, by: update, accuracy: lastAccuracy,
            sweep_m: displacement.sweep_m,
            in: catalog
        ) { limit_m in
            isPlain
                ? catalog.distance(number, from: sight.standpoint, within: limit_m, isNear: true)
                : catalog.signedDistance(
                    number, from: sight.standpoint, within: limit_m, isNear: true)
        }
        let state = isPlain ? defaults[settings].state : state(of: number, settings: settings)
        guard
            state.isRepeated(
                by: look.evidence, look.place, moved_m: displacement.sweep_m, isUnbroken: true)
        else {
            neighbourhood.setDueAtOnce(place)
            return sightings.append(Sighting(place: place, settings: settings, look: look))
        }
        neighbourhood.set(
            place, state.outlook(look.place, isOtherFloor: look.isOtherFloor))
    }

    /// Judges by a fix what the glance at it has found to matter.
    mutating func judgeSightings(
        by fix: inout JudgedFix, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        guard sightings.count > 0 else { return }
        fix.read(by: reading, lacking: lacks)
        sink.possiblePasses = 0
        for number in 0..<sightings.count {
            let sighting = sightings[number]
            let before = state(of: sighting.look.place.number, settings: sighting.settings)
            let outlook = apply(
                sighting.look, to: before, settings: sighting.settings, by: &fix, in: catalog,
                into: &sink)
            guard let place = sighting.place else { continue }
            neighbourhood.set(place, outlook)
            let isPlain = states.slot(of: sighting.look.place.number) == nil
            neighbourhood.set(place, isPlain: isPlain)
        }
        sightings.clear()
        neighbourhood.settle()
    }
}
