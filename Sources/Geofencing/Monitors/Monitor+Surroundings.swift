import Chronology
import Geodesy

extension Monitor {
    /// Metres of a way of which nothing is known, beyond which no possible passes are looked for:
    /// too many fences lie along it for any to be worth naming.
    static let unknownWayLimit_m = 5000.0

    /// Looks around: which fences are near, and which lie along the way to the fix.
    mutating func survey(for fix: JudgedFix, in catalog: FenceCatalog) {
        var near = neighbourhood
        let looksAtAll = near.isForgotten
        let looked_m = near.beginSurvey(step_m: fix.movement_m)
        visit(fix, within: looked_m, in: catalog) { number, slack_m in
            let isAddedBelow = looksAtAll ? states[number] != nil : restless.contains(number)
            if !isAddedBelow { near.add(number, slack_m: slack_m) }
        }
        if looksAtAll {
            for number in states.keys { near.add(number, slack_m: 0) }
        } else {
            for number in restless { near.add(number, slack_m: 0) }
        }
        near.endSurvey()
        neighbourhood = near
    }

    /// The fences that a fix may say something new about, in order of number: all those within
    /// reach of it or of the way to it, and all that have a state of their own.
    func candidates(for fix: JudgedFix, in catalog: FenceCatalog) -> [FenceNumber] {
        var numbers = Array(states.keys)
        visit(fix, within: 0, in: catalog) { number, _ in
            if states[number] == nil { numbers.append(number) }
        }
        return numbers.sorted()
    }

    /// Visits the fences whose thresholds may lie within some metres of a fix or of the way to it,
    /// with the metres of movement before they can matter: none along the way.
    private func visit(
        _ fix: JudgedFix, within metres: Double, in catalog: FenceCatalog,
        _ body: (FenceNumber, Double) -> Void
    ) {
        let reach_m = greatestReach(in: catalog) + fix.accuracy.tested_m
        var search = FenceIndex.Search(place: fix.standpoint, radius_m: metres + reach_m)
        let step_m = fix.step.lengthBound_m
        if let before = fix.step.before,
            fix.step.isInterpolable || step_m <= Self.unknownWayLimit_m
        {
            let reachBefore_m = reach_m + (fix.accuracyBefore?.tested_m ?? 0)
            search.start = Standpoint(before.update.position)
            search.wayLength_m = step_m + reach_m + reachBefore_m
        }
        catalog.visit(search) { number, finding in
            body(number, finding.isOnWay ? 0 : finding.distance_m - reach_m)
        }
    }

    /// Metres beyond its outline at which a fence may have its threshold, without accuracy.
    private func greatestReach(in catalog: FenceCatalog) -> Double {
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
