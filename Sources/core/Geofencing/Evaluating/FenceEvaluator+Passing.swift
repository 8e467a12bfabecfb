import Chronology
import Fixes
import Geodesy
import Suggestions

extension FenceEvaluator {
    /// Searches for a pass through a fence between two fixes that are both outside. Reports the
    /// pass, or that there may have been one.
    mutating func passThrough(
        _ state: inout FenceState, _ place: FencePlace, rules: FenceRules,
        fix: inout EvaluatedFix, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        let step = fix.step
        guard step.before != nil,
            step.isInterpolable
                || step.lengthBound_m <= Step.unknownSegmentLimit_m
                    && sink.possiblePasses < Sink.possiblePassLimit,
            place.distance_m - place.thresholds.enter <= fix.movement_m,
            rules.allowPass(step), liesOnSegment(place, fix: fix, in: catalog)
        else { return }
        guard let search = search(place, fix: &fix, in: catalog) else {
            return suspectPass(
                state, place, "the path between them is unknown", fix: &fix, in: catalog,
                into: &sink)
        }
        var start = 0.0
        var isSuspected = false
        for _ in 0..<Self.passesPerStep {
            guard let entry = search.root(to: .inside, from: start, in: catalog),
                entry > start,
                let exit = search.root(to: .outside, from: entry, in: catalog)
            else { return }
            start = exit
            let length_m = search.path.length_m
            let chord_m = (exit - entry) * length_m
            let leastChord_m =
                definition.minChord_m
                ?? 2 * max(fix.accuracy.radius_m ?? 0, fix.accuracyBefore?.radius_m ?? 0)
            if let reason = step.objectionToPass(
                length_m: length_m, chord_m: chord_m, leastChord_m: leastChord_m,
                limit_mps: sink.maxSpeed_mps)
            {
                if !isSuspected {
                    suspectPass(state, place, reason, fix: &fix, in: catalog, into: &sink)
                }
                isSuspected = true
            } else {
                take(
                    (
                        search.crossing(at: entry, in: catalog),
                        search.crossing(at: exit, in: catalog)
                    ), &state, place, rules: rules, in: catalog, into: &sink)
            }
        }
    }

    /// The greatest number of passes of one fence in one step. A fence with many arms has one pass
    /// for each arm; a comb or a coast has very many.
    private static let passesPerStep = 8

    /// Reports a pass, or suppresses both of its changes during the ignore period of the fence.
    private func take(
        _ pass: (Crossing, Crossing), _ state: inout FenceState, _ place: FencePlace,
        rules: FenceRules, in catalog: FenceCatalog, into sink: inout Sink
    ) {
        let period_ns = rules.ignorePeriod_ns
        let isSuppressed = period_ns > 0 && state.window.suppresses(at: sink.now)
        if period_ns > 0 {
            state.window = .open(until: pass.1.boot.advanced(by_ns: period_ns))
        }
        if isSuppressed {
            state.suppressedToggles += 2
        } else {
            self.rules.reportPass(&state, place, pass, in: catalog, into: &sink)
        }
    }

    /// Whether the fence is near enough to both ends of the step for the path to cross it.
    private mutating func liesOnSegment(
        _ place: FencePlace, fix: borrowing EvaluatedFix, in catalog: FenceCatalog
    ) -> Bool {
        guard let before = fix.step.before, let accuracyBefore = fix.accuracyBefore else {
            return false
        }
        let enterBefore_m = thresholds(
            of: place.number, settings: catalog.settingsIndex(place.number),
            accuracy: accuracyBefore, in: catalog
        ).enter
        let farthest_m =
            fix.step.lengthBound_m + abs(enterBefore_m - place.thresholds.enter)
            - (place.distance_m - place.thresholds.enter) + enterBefore_m
        return catalog.signedDistance(
            place.number, from: LocalFrame(before.update.position), within: abs(farthest_m))
            <= farthest_m
    }

    /// Emits a diagnostic that a fence may have been crossed.
    ///
    /// - Parameter isCertain: whether a fix by itself was evidence of it.
    func suspectPass(
        _ state: FenceState, _ place: FencePlace, _ reason: String, fix: inout EvaluatedFix,
        in catalog: FenceCatalog, into sink: inout Sink, isCertain: Bool = false
    ) {
        guard fix.step.unknownFor_s == nil, sink.possiblePasses < Sink.possiblePassLimit,
            isCertain || fix.step.isInterpolable
                || crossesRoughly(place, fix: &fix, in: catalog)
        else { return }
        sink.possiblePasses += 1
        let fence = catalog.label(place.number)
        sink.outbox.explain(
            Diagnostic(
                kind: .possiblePass,
                message: "\(fence.name) may have been crossed between two fixes, but \(reason) "
                    + "(monitor \(rules.name))", monitor: rules.name, source: definition.source,
                fence: fence.id, at: fix.step.fix.update.time))
    }

    /// Whether the straight line between two fixes comes near the fence. Used where the path is not
    /// assumed to be straight.
    private func crossesRoughly(
        _ place: FencePlace, fix: inout EvaluatedFix, in catalog: FenceCatalog
    ) -> Bool {
        guard let segment = fix.straightSegment else { return false }
        let search = CrossingSearch(
            path: segment, radii: (nil, nil), thresholds: (place.thresholds, place.thresholds),
            fence: place.number, endsOutside: place.distance_m > 0)
        return search.root(to: .inside, in: catalog).map { $0 > 0 } ?? false
    }
}

extension FenceRules {
    /// Whether floors and altitudes of both fixes allow a position in the fence in between.
    fileprivate func allowPass(_ step: Step) -> Bool {
        evidence(.inside, for: step.fix.update).0 == .inside
            && step.before.map { evidence(.inside, for: $0.update).0 == .inside } ?? true
    }
}

extension Step {
    /// Returns the reason why a pass on the segment is not certain, as text; nil when it is.
    fileprivate func objectionToPass(
        length_m: Double, chord_m: Double, leastChord_m: Double, limit_mps: Double
    ) -> String? {
        if isSuspect { return "the fix is faster than the reported speed" }
        if interval_s <= 0 || length_m / interval_s > limit_mps {
            return "the step is faster than \(limit_mps) m/s"
        }
        if chord_m < leastChord_m {
            return "the chord of \(rounded(chord_m)) m is shorter than the "
                + "\(rounded(leastChord_m)) m that the accuracy requires"
        }
        return nil
    }
}
