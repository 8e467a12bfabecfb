import Geodesy

/// The fences near the receiver, each with how far it may travel before that fence can matter.
///
/// Distances cannot change faster than the receiver moves, and thresholds not faster than its
/// accuracy changes. So the sum of both, the odometer, tells when a fence is due; until then
/// judging it again would change nothing.
struct Neighbourhood: Sendable {
    /// Metres travelled plus metres by which the accuracy changed.
    private(set) var odometer_m = 0.0
    /// Metres by which the accuracy changed.
    private(set) var strain_m = 0.0
    /// How far to look around next time.
    private(set) var reach_m = 100.0
    /// The odometer at which the first fence is due, or the surroundings have to be looked at anew.
    private var due_m = -Double.infinity
    /// Where knowledge of the surroundings ends.
    private(set) var horizon_m = -Double.infinity
    /// The odometer at the last look around.
    private(set) var surveyed_m = -Double.infinity
    /// Metres around the line that was looked along, or the place, which may lie ahead of where the receiver
    /// was, of which all is known.
    private(set) var seen_m = 0.0
    var entries: [Entry] = []
    /// The odometer at which the first of them is due by itself.
    var firstDue_m = -Double.infinity
    /// What was known before the survey that is under way.
    var former: [Entry] = []
    /// The edges of those that are drawn, and the odometer up to which the receiver comes to none.
    var edges = EdgesAround()
    var edgesDue_m = Double.infinity
    /// Metres on the map around its line within which they are drawn; minus infinity where they are to
    /// be drawn anew.
    var drawn_m = -Double.infinity
    /// The odometer up to which the receiver is within that in any case.
    var drawnEnd_m = -Double.infinity
    /// The strain when the map was begun.
    var drawnStrain_m = 0.0
    /// Whether the line of the map, or its middle, is that of the last look around.
    var isCentred = false
    /// The odometer at which the receiver has last looked how near it is to the ends of what it knows.
    var asideAt_m = -Double.infinity
    /// Where on the map the receiver is.
    var here = SIMD2<Double>.zero
    /// Where on the map it was at the last look around.
    var start = SIMD2<Double>.zero

    /// A fence that is near.
    struct Entry {
        var fence: FenceNumber
        /// Whether it has no state of its own.
        var isPlain: Bool
        /// Whether its edges tell when it matters.
        var isDrawn = false
        /// The odometer at which it can matter; infinite where its edges tell.
        var due_m: Double
        /// Metres before its boundary at which it can matter, less the strain when they were found;
        /// infinite where the boundary does not tell when it matters.
        var taken_m = Double.infinity
    }

    /// Fences to keep an eye on beside those that are here, about: more make every look at them
    /// dear, fewer make looking around frequent.
    private static let wanted = 5.0
    /// The same of edges.
    private static let wantedEdges = 32.0
    /// Metres to look around: beyond the most, the bounds of distances become loose.
    private static let reach = 1.0...50_000.0
    /// How far ahead of the receiver to look around, as a share of how far.
    static let ahead = 0.7
    /// How long a strip along its way is that has been straight so far, by how far is looked beside that.
    static let widths = 9.0
    /// Steps that have to fit into a survey.
    static let stepsPerSurvey = 4.0
    /// Metres that a receiver under way moves between two fixes at the most; beyond it jumps, and
    /// what lies around will not be of use again.
    private static let longestStep_m = 500.0
    /// Metres by which a fence is due early, to outweigh rounding.
    static let margin_m = 1e-3
    /// Metres beyond which the box of a fence tells enough of how far its edges are.
    static let farAway_m = 10.0

    /// Moves on to where `travelled_m` lie behind the receiver and thresholds have moved by
    /// `strain_m`. True when nothing is due yet.
    mutating func passes(travelled_m: Double, strain_m: Double) -> Bool {
        self.strain_m += strain_m
        odometer_m = travelled_m + self.strain_m
        return odometer_m < due_m
    }

    /// The metres travelled at which the first fence is due if the accuracy stays as it is.
    var dueAt_m: Double { travelled_m(at: due_m) }

    /// The metres travelled at which the odometer will show that much if the accuracy stays as it
    /// is. What is due already is due for a receiver that stands still, too, whichever way the
    /// difference would be rounded.
    func travelled_m(at odometer_m: Double) -> Double {
        odometer_m > self.odometer_m ? odometer_m - strain_m : -.infinity
    }

    /// Metres that should be left of those seen: with hardly any, each of the next steps would have to be
    /// looked at.
    func spare_m(_ step_m: Double, of seen_m: Double) -> Double {
        max(min(2 * step_m, seen_m / 8), min(step_m, seen_m / 2))
    }

    /// Takes note of how many metres around the receiver all is known: farther than it would seem by what
    /// it has travelled, maybe.
    mutating func sees(_ metres: Double) { horizon_m = max(horizon_m, odometer_m + metres) }

    /// Whether nothing is known of the surroundings.
    var isForgotten: Bool { horizon_m == -.infinity }

    /// Forgets everything: the next fix is judged against all there is.
    mutating func forget() {
        horizon_m = -.infinity
        surveyed_m = -.infinity
        due_m = -.infinity
        forgetEdges()
    }

    /// Leaves everything that is near for a place where nobody looks around.
    @inline(__always)
    mutating func leave(travelled_m: Double) {
        _ = passes(travelled_m: travelled_m, strain_m: 0)
        begin()
        (horizon_m, due_m, surveyed_m) = (odometer_m, odometer_m, -.infinity)
    }

    /// Knows of no fence yet around the place where the receiver is.
    @inline(__always)
    private mutating func begin() {
        surveyed_m = odometer_m
        seen_m = 0
        forgetEdges()
        if !entries.isEmpty { entries.removeAll(keepingCapacity: true) }
    }

    /// Whether looking around pays where a step of that many metres has led: only when several such
    /// steps fit into what is seen, or will.
    func isWorthSurvey(after step_m: Double) -> Bool {
        Self.stepsPerSurvey * step_m <= reach_m || step_m <= Self.longestStep_m
    }

    /// Begins to look around; gives the metres to look.
    ///
    /// - Parameters:
    ///   - middle: the place around which to look: where the receiver is, or ahead of that.
    ///   - place: where the receiver is.
    ///   - step_m: metres of the last step.
    ///   - remembers: whether what was known of fences holds there, too.
    mutating func beginSurvey(
        around middle: Standpoint, _ ahead: LookAhead? = nil, from place: Coordinate,
        step_m: Double, remembers: Bool = false
    ) -> Double {
        if remembers {
            takeBackDrawn()
            swap(&entries, &former)
        }
        begin()
        var looked_m = 0.0
        if isWorthSurvey(after: step_m) {
            if Self.stepsPerSurvey * step_m > reach_m { reach_m = 2 * Self.stepsPerSurvey * step_m }
            looked_m = ahead?.reach_m ?? reach_m
            beginMap(around: middle, along: ahead?.halfLine ?? .zero, from: place)
        }
        seen_m = looked_m
        return looked_m
    }

    /// A fence that cannot matter before that many metres.
    ///
    /// - Parameters:
    ///   - isPlain: whether it has no state of its own; if it gets one by anything but being judged
    ///     here, all of this is to be forgotten.
    ///   - threshold_m: metres before its boundary at which it can matter, where that is known.
    mutating func add(
        _ fence: FenceNumber, isPlain: Bool, slack_m: Double, threshold_m: Double = .infinity
    ) {
        // Of one that can matter at once nobody knows since when.
        entries.append(
            Entry(
                fence: fence, isPlain: isPlain,
                due_m: slack_m > 0 ? odometer_m + slack_m : -.infinity,
                taken_m: taken_m(threshold_m)))
    }

    /// Whether a fence is at one of those places, which are in order of number.
    func holds(_ fence: FenceNumber, in places: Range<Int>) -> Bool {
        var (low, high) = (places.lowerBound, places.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].fence < fence { low = middle + 1 } else { high = middle }
        }
        return low < places.upperBound && entries[low].fence == fence
    }

    /// Keeps as many of the nearest fences as are wanted, in order of number; where there are more,
    /// knowledge ends nearer.
    ///
    /// - Parameters:
    ///   - isInOrder: whether they were added in order of number.
    ///   - sweep_m: metres around the receiver within which each is to be looked at now.
    mutating func endSurvey(isInOrder: Bool, sweep_m: Double) {
        if !isInOrder { entries.sort { $0.fence < $1.fence } }
        assert(
            zip(entries, entries.dropFirst()).allSatisfy { $0.fence < $1.fence },
            "each fence is near once")
        let ahead_m = edges.map.map { $0.metresAtMost(ofLength: away) } ?? 0
        limitSight(ahead_m: ahead_m, sweep_m: sweep_m)
        horizon_m = odometer_m + seen_m - ahead_m
        comeBack(ahead_m, sweep_m: sweep_m)
        recall()
        firstDue_m = -.infinity
    }

    private mutating func limitSight(ahead_m: Double, sweep_m: Double) {
        guard seen_m > 0 else { return }
        // So far out there would be as many as are wanted, if they lay evenly. Those that are here
        // already are no fewer however near it ends.
        let others = entries.count {
            $0.due_m > odometer_m || isAlongLine && $0.taken_m < .infinity
        }
        let growth = min(2, (Self.wanted / Double(max(1, others))).squareRoot())
        reach_m = max(Self.reach.lowerBound, min(Self.reach.upperBound, reach_m * growth))
        let ideal_m = seen_m * growth
        // The receiver and what lies around its last step are to be well within.
        let sight_m = max(ideal_m, ahead_m + max(ahead_m / 2, 2 * sweep_m))
        guard sight_m < seen_m else { return }
        seen_m = sight_m
        entries.removeAll { [odometer_m] in $0.due_m >= odometer_m + sight_m }
    }

    /// The fences were added by how far they are from a place ahead of the receiver: they may be nearer to
    /// that by as many metres. Those within the sweep can matter at once.
    private mutating func comeBack(_ ahead_m: Double, sweep_m: Double) {
        // By a line only what lies near that is known; its box tells whether the last step came near it. That
        // holds where a glance looks, to which the sweep is all of the way.
        let isAlongLine = isAlongLine
        for place in entries.indices {
            var due_m = entries[place].due_m - ahead_m
            if due_m <= odometer_m + sweep_m {
                due_m =
                    isAlongLine && entries[place].taken_m < .infinity
                    ? odometer_m - sweep_m : -.infinity
            }
            entries[place].due_m = due_m
        }
    }

    /// Looks less far around next time if there are more edges than are wanted within so many metres.
    mutating func limitReach(edges: Int, within metres: Double) {
        let ideal_m = metres * (Self.wantedEdges / Double(max(1, edges))).squareRoot()
        reach_m = max(Self.reach.lowerBound, min(reach_m, ideal_m))
    }

    /// How many fences are near.
    var count: Int { entries.count }

    /// The fence at a place in the list.
    func fence(at place: Int) -> FenceNumber { entries[place].fence }

    /// Whether any fence can matter where the receiver is now.
    var isAnyDueAtOnce: Bool { firstDue_m <= odometer_m }

    /// Whether the fence at that place can matter where the receiver is now.
    func isDueAtOnce(_ place: Int) -> Bool { entries[place].due_m <= odometer_m }

    /// Whether the fence at that place has no state of its own.
    func isPlain(at place: Int) -> Bool { entries[place].isPlain }

    /// Takes note that the fence at that place can matter where the receiver is now, if not since before.
    @inline(__always)
    mutating func setDueAtOnce(_ place: Int) {
        entries[place].due_m = min(entries[place].due_m, odometer_m)
        firstDue_m = odometer_m
    }

    /// Takes note of whether the fence at that place has no state of its own.
    @inline(__always)
    mutating func set(_ place: Int, isPlain: Bool) {
        entries[place].isPlain = isPlain
    }

    /// Works out what is due next.
    @inline(__always)
    mutating func settle() {
        if isAnyDueAtOnce { findFirstDue() }
        let nextDue_m = min(edgesDue_m, firstDue_m)
        if horizon_m < nextDue_m { lookAside() }
        due_m = min(horizon_m, nextDue_m)
    }

    private mutating func findFirstDue() {
        firstDue_m = entries.reduce(.infinity) { min($0, $1.due_m) }
    }
}
