import Geodesy

// Driving past a fence brings it no nearer, though the odometer runs on. So of the fences that have
// come near the edges are kept on a flat map: as long as the receiver comes by none of them, nothing
// has to be measured.
extension Neighbourhood {
    /// A step that is straight on the map.
    struct StepOnMap {
        let start: SIMD2<Double>
        let end: SIMD2<Double>
    }

    /// The step by which the receiver has come to a place; nil where it is not straight on the map.
    ///
    /// - Parameters:
    ///   - step_m: its metres, at least.
    ///   - way: the same in degrees of longitude and latitude.
    mutating func stepOnMap(
        to place: Coordinate, step_m: Double, _ way: SIMD2<Double>
    ) -> StepOnMap? {
        guard step_m < Path.straightOnMap_m else { return nil }
        if odometer_m >= mapEnd_m || edges.count > mostEdges { drawMap(around: place) }
        guard let map else { return nil }
        let end = map.place(of: place)
        return StepOnMap(start: end - map.way(of: way), end: end)
    }

    /// Groups of edges beyond which the map is drawn anew, without those of fences that were left
    /// behind: more than all that are near can have.
    private var mostEdges: Int { 512 + 16 * entries.count }

    private mutating func drawMap(around place: Coordinate) {
        map = AreaMap(around: Standpoint(place))
        mapEnd_m = odometer_m + AreaMap.reach_m
        edges.removeAll(keepingCapacity: true)
        for place in entries.indices { entries[place].covered_m = -.infinity }
    }

    /// Whether the fence at that place is to be looked at where a receiver has come.
    @inline(__always)
    mutating func isDue(
        _ place: Int, after step: StepOnMap?, in catalog: FenceCatalog
    ) -> Bool {
        guard isDueAtOnce(place) else { return false }
        guard let step, entries[place].taken_m < .infinity else { return true }
        return comesNear(place, by: step, in: catalog)
    }

    private mutating func comesNear(
        _ place: Int, by step: StepOnMap, in catalog: FenceCatalog
    ) -> Bool {
        guard let map else { return true }
        var entry = entries[place]
        let taken_m = entry.taken_m + strain_m
        let unseen_m = odometer_m - entry.due_m
        if entry.covered_m - odometer_m <= taken_m {
            // Most fences are passed by, and their boxes tell.
            let left_m =
                map.metres(from: step.end, to: catalog.indexedBox(entry.fence)) - taken_m
            if left_m > max(unseen_m, Self.farAway_m) {
                entries[place].due_m = odometer_m + left_m
                return false
            }
            guard cover(&entry, around: step.end, taken_m: taken_m, on: map, in: catalog) else {
                return true
            }
        }
        let end = SIMD2<Float>(step.end)
        let square = MapEdges.squaredDistance(from: end, to: edges[entry.edges])
        let left_m = min(map.metres(of: square), entry.covered_m - odometer_m) - taken_m
        // Up to where it was due nothing was come by; what is farther away now than it is from there
        // has not been since.
        let isClear =
            left_m > unseen_m
            || left_m > 0
                && isClear(entry.edges, of: step, nearerThan: unseen_m + taken_m, taken_m, on: map)
        if isClear { entry.due_m = odometer_m + left_m }
        entries[place] = entry
        return !isClear
    }

    /// Whether a step came by none of some edges, of which only those count that are nearer to its end
    /// than some metres.
    private func isClear(
        _ edges: Range<Int>, of step: StepOnMap, nearerThan near_m: Double, _ taken_m: Double,
        on map: AreaMap
    ) -> Bool {
        let (start, end) = (SIMD2<Float>(step.start), SIMD2<Float>(step.end))
        let near = Float(map.lengthOnMap(of: near_m))
        return edges.allSatisfy {
            let square = self.edges[$0].squaredDistance(
                fromWay: start, to: end, nearerThan: near * near)
            return map.metres(of: square) > taken_m
        }
    }

    /// Notes the edges of a fence as far around the receiver as they will be of use; false where there
    /// are none to note.
    private mutating func cover(
        _ entry: inout Entry, around end: SIMD2<Double>, taken_m: Double, on map: AreaMap,
        in catalog: FenceCatalog
    ) -> Bool {
        let wanted_m = max(Path.straightOnMap_m, horizon_m - odometer_m) + taken_m
        let sight_m = min(wanted_m, AreaMap.sight_m)
        let first = edges.count
        guard
            sight_m > taken_m,
            catalog.addEdges(
                of: entry.fence, within: map.lengthOnMap(of: sight_m), of: end, on: map, to: &edges)
        else { return false }
        entry.edges = first..<edges.count
        entry.covered_m = odometer_m + sight_m
        return true
    }

    /// The fence at that place cannot matter before what a look at it told.
    ///
    /// Its edges tell more only where it does not matter before the receiver has come near the boundary
    /// as drawn: not outside of that, but inside of its buffer.
    @inline(__always)
    mutating func set(_ place: Int, _ outlook: Outlook) {
        let (slack_m, distance_m) = (outlook.slack_m, outlook.distance_m)
        entries[place].due_m = odometer_m + max(0, slack_m - Self.margin_m)
        let threshold_m = abs(distance_m) - slack_m
        entries[place].taken_m =
            slack_m > 0 && threshold_m >= 0 && (distance_m < 0) == outlook.isInside
            ? taken_m(threshold_m) : .infinity
    }

    /// What is taken off the metres to a boundary, and as much more as thresholds will have moved.
    func taken_m(_ threshold_m: Double) -> Double { threshold_m + Self.margin_m - strain_m }

    /// Takes over what was known before a survey of the fences that are still near.
    mutating func recall() {
        guard !former.isEmpty else { return }
        var next = 0
        for place in entries.indices {
            while next < former.count, former[next].fence < entries[place].fence { next += 1 }
            guard next < former.count else { break }
            guard former[next].fence == entries[place].fence else { continue }
            entries[place].recall(former[next], at: odometer_m)
        }
        former.removeAll(keepingCapacity: true)
    }
}

extension Neighbourhood.Entry {
    /// Takes over what was known of the same fence before a look around.
    mutating func recall(_ former: Self, at odometer_m: Double) {
        guard former.taken_m < .infinity else {
            due_m = max(due_m, former.due_m)
            return
        }
        // That it is due now says nothing but that nobody has looked at it.
        due_m = due_m > odometer_m ? max(due_m, former.due_m) : former.due_m
        taken_m = former.taken_m
        (edges, covered_m) = (former.edges, former.covered_m)
    }
}
