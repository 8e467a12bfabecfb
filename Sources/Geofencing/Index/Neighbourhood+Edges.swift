import Geodesy

// Driving past a fence brings it no nearer, though the odometer runs on. So the edges of the fences that
// are near are drawn on one flat map: as long as the receiver comes by none of them nothing has to be
// measured, and one look at all of them tells that.
extension Neighbourhood {
    /// Takes note of where the receiver has come.
    @inline(__always)
    mutating func come(to place: Coordinate) {
        if let map = edges.map { here = map.place(of: place) }
    }

    /// How far from the line of the map the receiver is, on the map.
    var away: Double { edges.map?.distance(from: here) ?? 0 }

    /// Whether the surroundings have to be looked at anew where a step of that many metres has led; once
    /// at one place is enough.
    @inline(__always)
    mutating func isExhausted(after step_m: Double) -> Bool {
        let end_m = odometer_m + spare_m(step_m, of: seen_m)
        guard end_m >= horizon_m, odometer_m != surveyed_m else { return false }
        lookAside()
        return end_m >= horizon_m
    }

    /// Looks where the receiver is between the ends of what it knows: mostly it has not come as near to them
    /// as it has travelled. Once at one place is enough.
    mutating func lookAside() {
        guard asideAt_m != odometer_m, let map = edges.map else { return }
        asideAt_m = odometer_m
        let away = map.distance(from: here)
        drawnEnd_m = odometer_m + (map.metres(ofLength: drawn_m - away) - strained_m)
        let away_m = map.metresAtMost(ofLength: away)
        if isCentred, away_m + map.halfLine < AreaMap.reach_m {
            sees(seen_m - away_m - strained_m)
        }
    }

    /// Whether the map is one along a line.
    var isAlongLine: Bool { (edges.map?.halfLine ?? 0) > 0 }

    /// Metres by which the accuracy has changed since the map was begun: the strain of before stands in
    /// nothing that is drawn, as it would use up the precision of that in time.
    private var strained_m: Double { strain_m - drawnStrain_m }

    /// Where to look where a step of that many metres has led: ahead in the direction in which the receiver
    /// has gone since the last look, the straighter the farther, since what lies behind it will hardly be of
    /// use. Nil where nothing tells where it goes.
    ///
    /// - Parameter threshold_m: metres beyond its outline at which a fence may have its threshold.
    func lookAhead(after step_m: Double, threshold_m: Double) -> LookAhead? {
        let travelled_m = odometer_m - surveyed_m
        guard let map = edges.map, travelled_m > 0, travelled_m < .infinity,
            reach_m <= AreaMap.reach_m, Self.stepsPerSurvey * step_m <= reach_m
        else { return nil }
        let way = (here - start) / travelled_m
        let straightness = (way * way).sum().squareRoot()
        var ahead = LookAhead(reach_m: reach_m)
        var toMiddle = way * (Self.ahead * reach_m)
        // What lies beside a straight way is of no more use than what lies behind. A strip along it is as
        // large as the circle.
        let width_m = max(
            reach_m / (1 + 2 * Self.widths * straightness / .pi).squareRoot(), 2 * step_m)
        let half_m = .pi / 4 * (reach_m * reach_m - width_m * width_m) / width_m
        if threshold_m <= width_m, straightness > 0, width_m + half_m <= AreaMap.reach_m {
            toMiddle = way * (half_m / straightness)
            ahead = LookAhead(reach_m: width_m, halfLine: toMiddle)
        }
        ahead.middle = map.coordinate(of: here + toMiddle)
        return AreaMap.isFlat(around: ahead.middle) ? ahead : nil
    }

    /// Where to look ahead: around a place, or along a line.
    struct LookAhead {
        /// Metres around that to look.
        var reach_m: Double
        /// Metres to the east and to the north from its middle to the end of the line; zero without one.
        var halfLine = SIMD2<Double>.zero
        /// The middle.
        var middle = Coordinate(latitude: 0, longitude: 0)
    }

    /// Begins a map around the place of a look around.
    mutating func beginMap(
        around middle: Standpoint, along halfLine: SIMD2<Double>, from place: Coordinate
    ) {
        edges.begin(around: middle, along: halfLine)
        (isCentred, drawnStrain_m, asideAt_m) = (true, strain_m, -.infinity)
        if let map = edges.map { here = map.place(of: place) }
        start = here
    }

    /// Looks which of the fences that are drawn a step has come near: they are due.
    ///
    /// - Parameters:
    ///   - step_m: its metres, at least.
    ///   - way: the same in degrees of longitude and latitude.
    ///   - standpoint: where it has led.
    @inline(__always)
    mutating func lookAtEdges(
        after step_m: Double, _ way: SIMD2<Double>, in catalog: FenceCatalog,
        from standpoint: () -> Standpoint
    ) {
        edges.reachNone()
        guard seen_m > 0, !entries.isEmpty else { return }
        if drawn_m > 0 ? !isDrawn(within: spare_m(step_m, of: drawn_m)) : drawn_m < 0 {
            draw(around: standpoint, after: step_m, in: catalog)
        }
        // Up to where they were due none was come to; what is farther away now than it is from there has
        // not been since.
        let unseen_m = odometer_m - edgesDue_m
        guard unseen_m >= 0 else { return }
        guard isDrawn(within: unseen_m) else { return giveUpEdges() }
        let clear_m = clear_m(edges.clearance(from: SIMD2(here)))
        setEdgesDue(clear_m: clear_m)
        if clear_m <= unseen_m { findNear(after: step_m, way, unseen_m: unseen_m) }
    }

    /// Whether all edges are drawn within so many metres of where the receiver is.
    @inline(__always)
    private mutating func isDrawn(within metres: Double) -> Bool {
        if drawnEnd_m - odometer_m > metres { return true }
        lookAside()
        return drawnEnd_m - odometer_m > metres
    }

    /// The receiver may go on for so many metres before it comes to an edge that is drawn.
    @inline(__always)
    private mutating func setEdgesDue(clear_m: Double) {
        edgesDue_m = isDrawn(within: clear_m) ? odometer_m + clear_m : drawnEnd_m
    }

    /// Finds out to whose edges the last step has come.
    private mutating func findNear(
        after step_m: Double, _ way: SIMD2<Double>, unseen_m: Double
    ) {
        guard let map = edges.map else { return }
        let isStraight = step_m < Path.straightOnMap_m
        let clearance = edges.clearance(
            fromWay: isStraight ? SIMD2(here - map.way(of: way)) : nil, to: SIMD2(here),
            near: Float(map.lengthOnMap(of: unseen_m + strained_m)),
            touch: Float(map.lengthOnMap(of: strained_m)))
        setEdgesDue(clear_m: clear_m(clearance))
        for number in 0..<edges.reachedCount {
            entries[edges.reached(number)].due_m = odometer_m
        }
    }

    /// Metres from an edge that is so far away on the map to where it counts. No edge is asked for without
    /// a map.
    @inline(__always)
    private func clear_m(_ clearance: Float) -> Double {
        (edges.map?.metres(ofLength: Double(clearance)) ?? 0) - strained_m
    }

    /// Has all fences looked at that are drawn, as the receiver has gone too far for their edges to tell
    /// anything.
    private mutating func giveUpEdges() {
        for place in entries.indices where entries[place].isDrawn {
            entries[place].due_m = min(entries[place].due_m, odometer_m)
        }
        firstDue_m = odometer_m
        (drawn_m, edgesDue_m) = (-.infinity, .infinity)
    }

    /// Draws the edges of the fences of which they tell when these matter: where these have just been looked
    /// for around that place, else around where a step has led.
    private mutating func draw(
        around standpoint: () -> Standpoint, after step_m: Double, in catalog: FenceCatalog
    ) {
        var far_m = seen_m
        if surveyed_m == odometer_m {
            edges.clear()
        } else {
            lookAside()
            start -= here
            edges.begin(around: standpoint())
            (here, drawnStrain_m, isCentred) = (.zero, strain_m, false)
            far_m = max(horizon_m - odometer_m, 2 * step_m)
        }
        far_m = min(AreaMap.reach_m, far_m)
        (drawn_m, drawnEnd_m, asideAt_m) = (0, -.infinity, -.infinity)
        let most_m = AreaMap.sight_m - AreaMap.reach_m - strained_m
        for entry in entries {
            let taken_m = entry.taken_m + drawnStrain_m
            edges.add(entry.fence, taken_m: taken_m <= most_m ? taken_m : .infinity)
        }
        catalog.draw(entries.lazy.map(\.fence), &edges, within: far_m + strained_m)
        takeBackDrawn()
        firstDue_m = .infinity
        for place in entries.indices {
            if edges.isDrawn(place) {
                (entries[place].isDrawn, entries[place].due_m) = (true, .infinity)
            }
            firstDue_m = min(firstDue_m, entries[place].due_m)
        }
        edgesDue_m = .infinity
        // Where there are none, there is nothing to be drawn anew before the next look around.
        guard edges.isAnyDrawn, let map = edges.map else { return }
        edges.measure()
        drawn_m = map.lengthOnMap(of: far_m)
        edgesDue_m = odometer_m - step_m
        // The radius of a circle as large as the strip.
        let area = far_m * (far_m + 4 / .pi * map.halfLine)
        limitReach(edges: edges.count, within: area.squareRoot())
    }

    /// Lets fences that are drawn be due by themselves again, when the first of all their edges was.
    mutating func takeBackDrawn() {
        for place in entries.indices where entries[place].isDrawn {
            entries[place].due_m = min(entries[place].due_m, edgesDue_m)
            entries[place].isDrawn = false
        }
    }

    /// Has the edges drawn anew.
    mutating func forgetEdges() {
        edges.forget()
        (drawn_m, edgesDue_m) = (-.infinity, .infinity)
    }

    /// Whether the fence at that place is to be looked at where a receiver has come.
    @inline(__always)
    mutating func isDue(_ place: Int, in catalog: FenceCatalog) -> Bool {
        isDueAtOnce(place) && !isFarAway(place, in: catalog)
    }

    /// Whether the box of a fence that is due tells that it does not matter yet: most fences are passed by.
    private mutating func isFarAway(_ place: Int, in catalog: FenceCatalog) -> Bool {
        let entry = entries[place]
        guard !entry.isDrawn, entry.taken_m < .infinity, let map = edges.map,
            away + map.halfLine < AreaMap.reach_m
        else { return false }
        let left_m =
            map.metres(from: here, to: catalog.indexedBox(entry.fence)) - entry.taken_m - strain_m
        guard left_m > max(odometer_m - entry.due_m, Self.farAway_m) else { return false }
        entries[place].due_m = odometer_m + left_m
        return true
    }

    /// The fence at that place cannot matter before what a look at it told.
    ///
    /// Its edges tell more only where it does not matter before the receiver has come near the boundary
    /// as drawn: not outside of that, but inside of its buffer.
    @inline(__always)
    mutating func set(_ place: Int, _ outlook: Outlook) {
        let (slack_m, distance_m) = (outlook.slack_m, outlook.distance_m)
        let tells =
            slack_m > 0 && slack_m < .infinity && (distance_m < 0) == outlook.isInside
        // A threshold on the other side of the boundary is not looked for before that has been reached.
        let threshold_m = max(0, abs(distance_m) - slack_m)
        let clear_m = tells ? abs(distance_m) - threshold_m : slack_m
        let due_m = odometer_m + max(0, clear_m - Self.margin_m)
        let taken_m = tells ? self.taken_m(threshold_m) : .infinity
        if entries[place].isDrawn {
            let drawn_m = taken_m + drawnStrain_m
            edges.set(place, taken_m: tells ? drawn_m : -.infinity)
            if tells {
                edgesDue_m = min(edgesDue_m, due_m)
                // Too few of them are drawn for that.
                if drawn_m > edges.drawnFor_m(place) {
                    (self.drawn_m, edgesDue_m) = (-.infinity, odometer_m)
                }
            }
        }
        let ownDue_m = tells && entries[place].isDrawn ? .infinity : due_m
        (entries[place].due_m, entries[place].taken_m) = (ownDue_m, taken_m)
        firstDue_m = min(firstDue_m, ownDue_m)
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
    }
}
