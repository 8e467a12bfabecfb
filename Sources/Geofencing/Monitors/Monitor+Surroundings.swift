import Chronology
import Geodesy

extension Monitor {
    /// Metres of a way of which nothing is known, beyond which no possible passes are looked for:
    /// too many fences lie along it for any to be worth naming.
    static let unknownWayLimit_m = 2000.0

    /// Looks around: which fences are near, and which lie along the way there.
    mutating func survey(_ view: View, in catalog: FenceCatalog) {
        // Taken out, so that it is changed in place.
        var near = Neighbourhood()
        swap(&near, &neighbourhood)
        let looksAtAll = near.isForgotten
        let looked_m = near.beginSurvey(step_m: view.moved_m)
        var found = near.takeScratch()
        visit(view, within: looked_m, in: catalog, scratch: &found) { number, slack_m in
            let hasState = !states.isEmpty && states[number] != nil
            let isAddedBelow =
                looksAtAll ? hasState : !restless.isEmpty && restless.contains(number)
            if !isAddedBelow { near.add(number, isPlain: !hasState, slack_m: slack_m) }
        }
        if looksAtAll {
            for number in states.keys { near.add(number, isPlain: false, slack_m: 0) }
        } else {
            for number in restless { near.add(number, isPlain: false, slack_m: 0) }
        }
        near.endSurvey(scratch: found)
        neighbourhood = near
    }

    /// The fences that a fix may say something new about, in order of number: all those within
    /// reach of it or of the way to it, and all that have a state of their own.
    func candidates(for fix: borrowing JudgedFix, in catalog: FenceCatalog) -> [FenceNumber] {
        var numbers = Array(states.keys)
        var found: [FenceNumber] = []
        visit(view(from: fix, in: catalog), within: 0, in: catalog, scratch: &found) { number, _ in
            if states[number] == nil { numbers.append(number) }
        }
        return numbers.sorted()
    }

    /// From where and for what the surroundings are looked at.
    struct View {
        var place: Standpoint
        /// Metres by which distances may have changed since the last look.
        var moved_m: Double
        /// Metres beyond its outline at which a fence may have its threshold.
        var reach_m: Double
        /// Metres around the place within which every fence is to be looked at now.
        var sweep_m = 0.0
        /// Where the way began; nil when nothing is looked for along it.
        var start: Standpoint?
        /// Metres of the way, and as many more as a fence may lie beside it.
        var wayLength_m = 0.0
    }

    /// What is to be looked at for a fix.
    func view(from fix: borrowing JudgedFix, in catalog: FenceCatalog) -> View {
        let reach_m = greatestReach(in: catalog) + fix.accuracy.tested_m
        var view = View(place: fix.standpoint, moved_m: fix.movement_m, reach_m: reach_m)
        let step_m = fix.step.lengthBound_m
        if let before = fix.step.before,
            fix.step.isInterpolable || step_m <= Self.unknownWayLimit_m
        {
            view.start = Standpoint(before.update.position)
            view.wayLength_m =
                step_m + 2 * reach_m + (fix.accuracyBefore?.tested_m ?? 0)
        }
        return view
    }

    /// Visits the fences whose thresholds may lie within some metres of a place or of the way
    /// there, with the metres of movement before they can matter: none along the way.
    @inline(__always)
    private func visit(
        _ view: View, within metres: Double, in catalog: FenceCatalog,
        scratch: inout [FenceNumber],
        _ body: (FenceNumber, Double) -> Void
    ) {
        var search = FenceIndex.Search(
            place: view.place, radius_m: max(metres, view.sweep_m) + view.reach_m)
        if let start = view.start {
            search.start = start
            search.wayLength_m = view.wayLength_m
        }
        catalog.visit(search, scratch: &scratch) { number, finding in
            let slack_m = finding.distance_m - view.reach_m
            body(number, finding.isOnWay || slack_m <= view.sweep_m ? 0 : slack_m)
        }
    }

    /// Metres beyond its outline at which a fence may have its threshold, without accuracy.
    func greatestReach(in catalog: FenceCatalog) -> Double {
        var reach_m = 0.0
        for rules in rules where rules.isJudged {
            let tolerance_m =
                rules.hasTolerance
                ? rules.widestTolerance * (catalog.greatestRadius_m + rules.buffer_m) : 0
            reach_m = max(reach_m, rules.buffer_m + tolerance_m)
        }
        return reach_m
    }
}
