import Chronology
import Geodesy

extension FenceEvaluator {
    /// Metres of a segment of which nothing is known, beyond which no possible passes are looked for:
    /// too many fences lie along it for any to be worth naming.
    static let unknownWayLimit_m = 2000.0

    /// Metres of a segment up to which the fences along it are those around its end.
    private static let shortSegment_m = 250.0

    /// Refreshes the list of nearby fences where a fix is.
    mutating func refreshNearby(at point: inout FixPoint, in catalog: FenceCatalog) {
        let evaluatesAll = nearby.isUnknown
        let radius_m = nearby.beginRefresh(
            at: point.update.position, segment_m: point.movement_m, remembers: !evaluatesAll)
        var restless = 0
        let reach_m = reach_m(from: point)
        if radius_m + point.sweep_m + reach_m <= 0 {
            catalog.visit(at: point.update.position) {
                if list($0, safe_m: 0, evaluatesAll: evaluatesAll) { restless += 1 }
            }
        } else {
            let view = view(from: &point)
            catalog.visit(view.search(within: radius_m)) {
                if list($0, safe_m: view.safe_m($1), evaluatesAll: evaluatesAll) { restless += 1 }
            }
        }
        let isComplete = restless == (evaluatesAll ? states.count : states.restlessCount)
        if !isComplete { addDistant(evaluatesAll: evaluatesAll) }
        nearby.endRefresh(isInOrder: isComplete, sweep_m: point.sweep_m)
    }

    /// Lists a fence near the receiver. True where every fix may change it.
    private mutating func list(
        _ number: FenceNumber, safe_m: Double, evaluatesAll: Bool
    ) -> Bool {
        let isRestless =
            states.slot(of: number).map { evaluatesAll || states.isRestless($0) } ?? false
        nearby.add(number, safe_m: isRestless ? 0 : safe_m)
        return isRestless
    }

    /// Adds the fences that every fix may change, however far away they are: those that are not at
    /// rest. Where nothing is known every fence with a state of its own may change.
    private mutating func addDistant(evaluatesAll: Bool) {
        let listed = nearby.count
        for slot in 0..<states.count
        where (evaluatesAll || states.isRestless(slot))
            && !nearby.holds(states.number(slot), amongFirst: listed)
        {
            nearby.add(states.number(slot), safe_m: 0)
        }
    }

    /// The fences that a fix may say something new about, in order of number: all those within
    /// reach of it or of the segment to it, and all that have a state of their own.
    func candidates(for fix: inout JudgedFix, in catalog: FenceCatalog) -> [FenceNumber] {
        var numbers = states.numbers
        catalog.visit(view(from: &fix.point).search(within: 0)) { number, _ in
            if states.slot(of: number) == nil { numbers.append(number) }
        }
        return numbers.sorted()
    }

    /// From where and for what nearby fences are searched.
    struct View {
        var place: Standpoint
        /// Metres beyond its outline at which a fence may have its threshold.
        var reach_m: Double
        /// Metres around the receiver within which every fence is to be evaluated now.
        var sweep_m = 0.0
        /// Where the segment began; nil when nothing is looked for along it.
        var start: Standpoint?
        /// Metres beside that segment at which a fence may have its threshold.
        var besideWay_m = 0.0
        /// Metres of the segment, and as many more as a fence may lie beside it.
        var wayLength_m = 0.0

        /// A search for the fences whose thresholds may lie within some metres of the place, or on
        /// the segment to it.
        func search(within metres: Double) -> FenceIndex.Search {
            FenceIndex.Search(
                place: place, radius_m: max(metres, sweep_m) + reach_m, start: start,
                wayLength_m: wayLength_m,
                corridor: start.flatMap {
                    Corridor(
                        from: $0.coordinate, to: place.coordinate, length_m: wayLength_m,
                        within: besideWay_m)
                })
        }

        /// Metres of movement from the place before the fence of a finding can change: none along the
        /// segment.
        func safe_m(_ finding: FenceIndex.Finding) -> Double {
            finding.isOnWay ? 0 : max(0, finding.distance_m - reach_m)
        }
    }

    /// Metres beyond its outline at which a fence may have its threshold for a fix.
    private func reach_m(from point: FixPoint) -> Double {
        // A poor fix says nothing of a fence from which it is not clear by its radius.
        let radius_m = lastClass?.isPoor == true ? point.accuracy.radius_m : nil
        return rules.reach_m + max(point.accuracy.tested_m, radius_m ?? 0)
    }

    /// What is to be searched for a fix.
    private func view(from point: inout FixPoint) -> View {
        var view = View(place: point.standpoint, reach_m: reach_m(from: point))
        guard let start = point.start, point.segment_m > Self.shortSegment_m else {
            view.sweep_m = point.sweep_m
            return view
        }
        view.start = Standpoint(start)
        view.besideWay_m =
            view.reach_m + point.accuracy.tested_m + point.movement_m - point.segment_m
        view.wayLength_m = point.segment_m + view.reach_m + view.besideWay_m
        return view
    }
}
