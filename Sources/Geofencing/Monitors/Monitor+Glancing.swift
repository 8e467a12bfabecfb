import Geodesy

extension Monitor {
    /// Leaps to a place that no fence holds. True when all fences are outside of which then, as
    /// before, and nothing is to be seen there: whoever leaps will leap on.
    @inline(__always)
    mutating func leapsIntoTheOpen(to place: Coordinate, _ advance: Cruise.Advance) -> Bool {
        guard status == .started else { return true }
        guard !neighbourhood.isForgotten, !states.hasRestless,
            reach_m + lastAccuracy.tested_m <= 0,
            !neighbourhood.isWorthSurvey(after: advance.moved_m)
        else { return false }
        neighbourhood.leave(for: place, travelled_m: advance.odometer_m)
        return true
    }

    /// Looks whether a fix that goes on in the ordinary way changes anything. Most that come near a
    /// fence do not; they need none of what a judgement needs but the distance.
    ///
    /// - Parameter clearing: what is told of the frontiers around the receiver.
    /// - Returns: the odometer of the feed up to which no fix can change anything; nil when this
    ///   one may, and is to be judged.
    mutating func glance(
        at update: LocationUpdate, _ sight: inout Sight, _ advance: Cruise.Advance,
        in catalog: FenceCatalog, _ clearing: inout Clearing
    ) -> Double? {
        guard status == .started else { return .infinity }
        guard !neighbourhood.isForgotten else { return nil }
        let isDue = !neighbourhood.passes(travelled_m: advance.odometer_m, strain_m: 0)
        let reach_m = reach_m + lastAccuracy.tested_m
        if isDue, neighbourhood.isExhausted {
            if reach_m <= 0, advance.isLeap, !neighbourhood.isWorthSurvey(after: advance.moved_m) {
                surveySpot(sight.place, step_m: advance.moved_m, in: catalog)
            } else {
                survey(
                    View(
                        place: sight.standpoint, moved_m: advance.moved_m, reach_m: reach_m,
                        course: advance.course, sweep_m: advance.sweep_m), in: catalog)
            }
        }
        let footing = neighbourhood.footing(at: update.position, step_m: advance.moved_m)
        if isDue {
            for place in 0..<neighbourhood.count {
                if neighbourhood.isDue(place, after: footing),
                    !glance(at: place, update, &sight, advance, footing, in: catalog)
                {
                    return nil
                }
            }
            neighbourhood.settle()
        }
        // One who leaps has left what is around here by the next fix.
        if advance.isLeap { clearing.close() } else { neighbourhood.show(in: &clearing) }
        return neighbourhood.dueAt_m
    }

    /// Looks at one fence, and notes when it can matter next. False when it matters now.
    private mutating func glance(
        at place: Int, _ update: LocationUpdate, _ sight: inout Sight, _ advance: Cruise.Advance,
        _ footing: Neighbourhood.Footing, in catalog: FenceCatalog
    ) -> Bool {
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
                return true
            }
        }
        let settings = catalog.settingsIndex(number)
        let rules = rules[settings]
        guard rules.isJudged, invalid.isEmpty || !invalid.contains(number) else {
            neighbourhood.set(place, slack_m: .infinity)
            return true
        }
        let look = look(
            at: number, rules: rules, by: update, from: sight.standpoint, accuracy: lastAccuracy,
            sweep_m: advance.sweep_m, step_m: advance.moved_m, on: advance.course, in: catalog)
        let standing =
            isPlain ? defaults[settings].standing : standing(of: number, settings: settings)
        guard
            standing.isConfirmed(
                by: look.evidence, look.place, moved_m: advance.sweep_m, isUnbroken: true)
        else {
            neighbourhood.sighting = Sighting(
                fence: number, standpoint: sight.standpoint, step_m: advance.moved_m,
                limit_m: look.limit_m, proximity: look.place.proximity)
            return false
        }
        let outlook = standing.outlook(look.place, isOtherFloor: look.isOtherFloor)
        neighbourhood.set(place, outlook, after: footing.way)
        return true
    }
}
