import Chronology
import Fixes
import Geodesy

extension FenceEvaluator {
    /// The length in metres up to which the fences along a segment are searched for around its end.
    private static let shortSegment_m = 250.0

    /// Refreshes the list of nearby fences around a fix.
    mutating func refreshNearby(at point: inout FixPoint, in catalog: FenceCatalog) {
        let evaluatesAll = nearby.isUnknown
        let radius_m = nearby.beginRefresh(
            at: point.update.position, segment_m: point.movement_m)
        let reach_m = reach_m(from: point)
        if radius_m + point.segmentReach_m + reach_m <= 0 {
            catalog.visit(at: point.update.position) { nearby.add($0, safe_m: 0) }
        } else {
            catalog.visit(search(within: radius_m, of: &point)) {
                nearby.add($0, safe_m: $1.isOnSegment ? 0 : max(0, $1.distance_m - reach_m))
            }
        }
        var restless = 0
        for place in 0..<nearby.count {
            let number = nearby.fence(at: place)
            guard evaluatesAll ? states.holds(number) : states.isRestless(number) else { continue }
            nearby.set(place, safe_m: 0)
            restless += 1
        }
        let isComplete = restless == (evaluatesAll ? states.count : states.restlessCount)
        if !isComplete { addDistant(evaluatesAll: evaluatesAll) }
        nearby.endRefresh(isInOrder: isComplete, segmentReach_m: point.segmentReach_m)
    }

    /// Adds the fences that every fix may change, wherever they are: the fences that are not at
    /// rest. Where the nearby fences are unknown, adds every fence with a state of its own.
    private mutating func addDistant(evaluatesAll: Bool) {
        let listed = nearby.count
        for number in states.fences
        where (evaluatesAll || states.isRestless(number))
            && !nearby.holds(number, amongFirst: listed)
        {
            nearby.add(number, safe_m: 0)
        }
    }

    /// Returns the fences that a fix may change, in order of number: the fences within reach of its
    /// place and of the segment to it, and all with a state of their own.
    func candidates(for fix: inout EvaluatedFix, in catalog: FenceCatalog) -> [FenceNumber] {
        var numbers = Array(states.fences)
        catalog.visit(search(within: 0, of: &fix.point)) { number, _ in
            if !states.holds(number) { numbers.append(number) }
        }
        return numbers.sorted()
    }

    /// The greatest distance in metres between an outline and a threshold outside it, for a fix.
    private func reach_m(from point: FixPoint) -> Double {
        // A poor fix is no evidence for a fence whose boundary is within its accuracy radius.
        let radius_m = lastClass?.isPoor == true ? point.accuracy.radius_m : nil
        return rules.reach_m + max(point.accuracy.tested_m, radius_m ?? 0)
    }

    /// Creates a search for the fences whose thresholds may lie within `metres` of a fix, or on the
    /// segment to it.
    private func search(within metres: Double, of point: inout FixPoint) -> FenceIndex.Search {
        let reach_m = reach_m(from: point)
        guard let start = point.start, point.segment_m > Self.shortSegment_m else {
            return FenceIndex.Search(
                place: point.localFrame, radius_m: max(metres, point.segmentReach_m) + reach_m)
        }
        return FenceIndex.Search(
            place: point.localFrame, radius_m: metres + reach_m, start: LocalFrame(start),
            segmentLength_m: 2 * reach_m + point.accuracy.tested_m + point.movement_m)
    }
}
