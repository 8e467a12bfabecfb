import Geodesy

extension Monitor {
    /// Looks whether a fix that goes on in the ordinary way changes anything. Most that come near a
    /// fence do not; they need none of what a judgement needs but the distance.
    ///
    /// - Returns: the odometer of the feed up to which no fix can change anything; nil when this
    ///   one may, and is to be judged.
    mutating func glance(
        at update: LocationUpdate, from standpoint: borrowing Standpoint, _ advance: Cruise.Advance,
        in catalog: FenceCatalog
    ) -> Double? {
        guard status == .started else { return .infinity }
        guard !neighbourhood.isForgotten else { return nil }
        if neighbourhood.passes(travelled_m: advance.odometer_m, strain_m: 0) {
            return neighbourhood.dueAt_m
        }
        let reach_m = reach_m + lastAccuracy.tested_m
        if neighbourhood.isExhausted {
            survey(
                View(
                    place: copy standpoint, moved_m: advance.moved_m, reach_m: reach_m,
                    sweep_m: advance.sweep_m), in: catalog)
        }
        for place in 0..<neighbourhood.count {
            guard let entry = neighbourhood.due(place) else { continue }
            guard
                let slack_m = glance(
                    at: entry, update, from: standpoint, advance, reach_m: reach_m, in: catalog)
            else { return nil }
            neighbourhood.set(place, isPlain: entry.isPlain, slack_m: slack_m)
        }
        neighbourhood.settle()
        return neighbourhood.dueAt_m
    }

    /// Looks at one fence.
    ///
    /// - Returns: metres of movement before it can matter; nil when it matters now.
    private mutating func glance(
        at entry: Neighbourhood.Entry, _ update: LocationUpdate,
        from standpoint: borrowing Standpoint, _ advance: Cruise.Advance, reach_m: Double,
        in catalog: FenceCatalog
    ) -> Double? {
        let number = entry.fence
        if entry.isPlain {
            // Its box may tell that the fence is out of reach of fix and way.
            let slack_m = catalog.distanceBound(number, from: standpoint) - reach_m
            if slack_m > advance.sweep_m { return slack_m }
        }
        let settings = catalog.settingsIndex(number)
        let rules = rules[settings]
        guard rules.isJudged, invalid.isEmpty || !invalid.contains(number) else {
            return .infinity
        }
        let thresholds = thresholds(of: number, rules: rules, accuracy: lastAccuracy, in: catalog)
        let distance_m = catalog.signedDistance(
            number, from: standpoint,
            within: thresholds.limit_m(
                sweep_m: advance.sweep_m, radius_m: lastAccuracy.radius_m))
        let place = FencePlace(number: number, distance_m: distance_m, thresholds: thresholds)
        let geometry = Evidence(
            distance: distance_m, thresholds: place.thresholds, radius: lastAccuracy.radius_m,
            limit: definition.maxAccuracy_m)
        let (evidence, isOtherFloor) = rules.evidence(geometry, for: update)
        // One of these, read where it is: copies of states would be dearer than all of this.
        if let slot = entry.isPlain ? nil : states.slot(of: number) {
            return states.values[slot].glance(evidence, place, advance, isOtherFloor: isOtherFloor)
        }
        return defaults[settings].state.glance(
            evidence, place, advance, isOtherFloor: isOtherFloor)
    }
}

extension FenceState {
    /// Metres of movement before the fence can matter, as far as a fix tells that goes on in the
    /// ordinary way; nil when it matters now.
    fileprivate func glance(
        _ evidence: Evidence, _ place: FencePlace, _ advance: Cruise.Advance, isOtherFloor: Bool
    ) -> Double? {
        isConfirmed(by: evidence, place, moved_m: advance.sweep_m, isUnbroken: true)
            ? slack_m(place, isOtherFloor: isOtherFloor) : nil
    }
}
