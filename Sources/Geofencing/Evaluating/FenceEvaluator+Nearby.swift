import Chronology
import Geodesy

extension FenceEvaluator {
    /// The length in metres of a segment with an unknown path above which possible passes are not
    /// searched for: too many fences lie along it for a report of each to be useful.
    static let unknownSegmentLimit_m = 2000.0

    /// The length in metres up to which the fences along a segment are searched for around its end.
    private static let shortSegment_m = 250.0

    /// Refreshes the list of nearby fences around a fix.
    mutating func refreshNearby(at point: inout FixPoint, in catalog: FenceCatalog) {
        let evaluatesAll = nearby.isUnknown
        let radius_m = nearby.beginRefresh(
            at: point.update.position, segment_m: point.movement_m, remembers: !evaluatesAll)
        var restless = 0
        let reach_m = reach_m(from: point)
        if radius_m + point.segmentReach_m + reach_m <= 0 {
            catalog.visit(at: point.update.position) {
                if list($0, safe_m: 0, evaluatesAll: evaluatesAll) { restless += 1 }
            }
        } else {
            let extent = searchExtent(from: &point)
            catalog.visit(extent.search(within: radius_m)) {
                if list($0, safe_m: extent.safe_m($1), evaluatesAll: evaluatesAll) { restless += 1 }
            }
        }
        let isComplete = restless == (evaluatesAll ? states.count : states.restlessCount)
        if !isComplete { addDistant(evaluatesAll: evaluatesAll) }
        nearby.endRefresh(isInOrder: isComplete, segmentReach_m: point.segmentReach_m)
    }

    /// Lists a fence near the receiver. Returns whether every fix may change it.
    private mutating func list(
        _ number: FenceNumber, safe_m: Double, evaluatesAll: Bool
    ) -> Bool {
        let isRestless =
            states.slot(of: number).map { evaluatesAll || states.isRestless($0) } ?? false
        nearby.add(number, safe_m: isRestless ? 0 : safe_m)
        return isRestless
    }

    /// Adds the fences that every fix may change, however far away they are: those that are not at
    /// rest. Where the nearby fences are unknown, every fence with a state of its own may change.
    private mutating func addDistant(evaluatesAll: Bool) {
        let listed = nearby.count
        for slot in 0..<states.count
        where (evaluatesAll || states.isRestless(slot))
            && !nearby.holds(states.number(slot), amongFirst: listed)
        {
            nearby.add(states.number(slot), safe_m: 0)
        }
    }

    /// The fences whose state a fix may change, in order of number: all those within reach of it or
    /// of the segment to it, and all that have a state of their own.
    func candidates(for fix: inout EvaluatedFix, in catalog: FenceCatalog) -> [FenceNumber] {
        var numbers = states.numbers
        catalog.visit(searchExtent(from: &fix.point).search(within: 0)) { number, _ in
            if states.slot(of: number) == nil { numbers.append(number) }
        }
        return numbers.sorted()
    }

    /// The greatest distance in metres between an outline and a threshold outside it, for a fix.
    private func reach_m(from point: FixPoint) -> Double {
        // A poor fix is no evidence for a fence whose boundary is within its accuracy radius.
        let radius_m = lastClass?.isPoor == true ? point.accuracy.radius_m : nil
        return rules.reach_m + max(point.accuracy.tested_m, radius_m ?? 0)
    }

    /// The extent of the search for a fix.
    private func searchExtent(from point: inout FixPoint) -> SearchExtent {
        var extent = SearchExtent(place: point.localFrame, reach_m: reach_m(from: point))
        guard let start = point.start, point.segment_m > Self.shortSegment_m else {
            extent.segmentReach_m = point.segmentReach_m
            return extent
        }
        extent.start = LocalFrame(start)
        extent.besideSegment_m =
            extent.reach_m + point.accuracy.tested_m + point.movement_m - point.segment_m
        extent.segmentLength_m = point.segment_m + extent.reach_m + extent.besideSegment_m
        return extent
    }
}
