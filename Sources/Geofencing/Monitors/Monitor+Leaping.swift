import Chronology
import Geodesy

// Nothing is inferred about the way of a leap, and whoever leaps will be elsewhere at the next fix: so
// what counts is where it has led alone, and nothing is kept of what lies around there.
extension Monitor {
    /// Leaps to a place that no fence holds. True when all fences are outside of which then, as
    /// before, and nothing is to be seen there.
    @inline(__always)
    mutating func leapsIntoTheOpen(to place: Coordinate, _ displacement: Displacement) -> Bool {
        guard status == .started else { return true }
        guard !neighbourhood.isForgotten, !states.hasRestless, leapsOn(after: displacement) else {
            return false
        }
        neighbourhood.leave(travelled_m: displacement.odometer_m)
        return true
    }

    /// Whether no fence reaches beyond its outline, and what lies around where a leap has led will not be
    /// of use again.
    @inline(__always)
    func leapsOn(after displacement: Displacement) -> Bool {
        reach_m + lastAccuracy.tested_m <= 0
            && !neighbourhood.isWorthSurvey(after: displacement.moved_m)
    }

    /// Leaps to any place, and looks at the fences that may hold it and at those that every fix may
    /// change. What matters is kept in `sightings`, in order of number.
    mutating func leap(
        to update: LocationUpdate, _ sight: inout Sight, _ displacement: Displacement,
        in catalog: FenceCatalog
    ) {
        neighbourhood.leave(travelled_m: displacement.odometer_m)
        landing.clear()
        // What lies anywhere is in none of the caches of the processor: what is read next of all
        // fences is fetched while something else is looked at.
        for slot in 0..<(states.hasRestless ? states.count : 0) where states.isRestless(slot) {
            catalog.prefetchBox(of: states.number(slot))
            landing.append(Landing(fence: states.number(slot), slot: slot, isLeft: true))
        }
        let isAnyLeft = landing.count > 0
        catalog.visit(at: sight.place, &descent) { number in
            let slot = states.slot(of: number)
            if let slot, states.isRestless(slot) { return }
            landing.append(Landing(fence: number, slot: slot, isLeft: false))
        }
        if isAnyLeft, landing.count > 1 { landing.sort { $0.fence < $1.fence } }
        for place in 0..<landing.count where !landing[place].isLeft {
            catalog.prefetchCells(of: landing[place].fence)
        }
        for place in 0..<landing.count {
            glance(at: landing[place], update, &sight, in: catalog)
        }
    }

    /// A fence that is looked at where a leap has led.
    struct Landing: BitwiseCopyable {
        let fence: FenceNumber
        /// The slot of its own state, -1 when it has none: so small, as these are moved about when they
        /// are put in order.
        private let slotCode: Int32
        /// Whether it is most likely left behind, so that its latitudes tell enough.
        let isLeft: Bool

        init(fence: FenceNumber, slot: Int?, isLeft: Bool) {
            self.fence = fence
            self.isLeft = isLeft
            slotCode = Int32(truncatingIfNeeded: slot ?? -1)
        }

        /// The slot of its own state; nil when it has none.
        var slot: Int? { slotCode < 0 ? nil : Int(slotCode) }
    }

    /// Looks at one fence, and notes what was seen if it matters.
    @inline(__always)
    private mutating func glance(
        at landing: Landing, _ update: LocationUpdate, _ sight: inout Sight,
        in catalog: FenceCatalog
    ) {
        let number = landing.fence
        let settings = catalog.settingsIndex(number)
        let rules = rules[settings]
        guard judges(number, by: rules) else { return }
        let look = look(
            at: number, rules: rules, by: update, accuracy: lastAccuracy, sweep_m: 0, in: catalog
        ) { limit_m in
            landing.isLeft
                ? catalog.distanceLeft(behind: number, from: &sight, within: limit_m)
                : catalog.signedDistance(number, from: &sight, within: limit_m)
        }
        let state = landing.slot.map(states.state) ?? defaults[settings].state
        guard
            !state.isRepeated(by: look.evidence, look.place, moved_m: 0, isUnbroken: true)
        else { return }
        sightings.append(Sighting(place: nil, settings: settings, look: look))
    }
}
