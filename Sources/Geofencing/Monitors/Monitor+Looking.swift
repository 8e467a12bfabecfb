import Geodesy

extension Monitor {
    /// What a fix says of a fence by itself.
    struct Look {
        var place: FencePlace
        var evidence: Evidence
        var isOtherFloor: Bool
    }

    /// Whether a fence under these rules is judged.
    @inline(__always)
    func judges(_ number: FenceNumber, by rules: JudgingRules) -> Bool {
        rules.isJudged && (invalid.isEmpty || !invalid.contains(number))
    }

    /// Looks where a fix finds a fence, and what that says.
    ///
    /// - Parameters:
    ///   - sweep_m: metres around the fix within which the way to it lies.
    ///   - measure: the signed distance of the fix, exact within so many metres.
    @inline(__always)
    mutating func look(
        at number: FenceNumber, rules: JudgingRules, by update: LocationUpdate,
        accuracy: AccuracyRadius, sweep_m: Double, in catalog: FenceCatalog,
        measure: (_ limit_m: Double) -> Double
    ) -> Look {
        let thresholds = thresholds(of: number, rules: rules, accuracy: accuracy, in: catalog)
        let limit_m = thresholds.limit_m(sweep_m: sweep_m, radius_m: accuracy.radius_m)
        // Where only the side decides, and the way is of interest, a fence has mostly been crossed.
        let crossed_m =
            sweep_m > 0 && thresholds.limit_m(sweep_m: 0, radius_m: accuracy.radius_m) == 0
            ? distanceAcross(number, to: update.position, in: catalog) : nil
        let place = FencePlace(
            number: number, distance_m: crossed_m ?? measure(limit_m), thresholds: thresholds)
        let geometry = Evidence(
            distance: place.distance_m, thresholds: thresholds, accuracy: accuracy)
        let (evidence, isOtherFloor) = rules.evidence(geometry, for: update)
        return Look(place: place, evidence: evidence, isOtherFloor: isOtherFloor)
    }

    /// The least signed distance of a place that is on the other side of the boundary as drawn than is
    /// known of the fence; nil where it is not, or that takes more than a look at the outline.
    ///
    /// It changes nothing, but else a copy of all of this would be asked.
    @inline(__always)
    private mutating func distanceAcross(
        _ number: FenceNumber, to place: Coordinate, in catalog: FenceCatalog
    ) -> Double? {
        let known = state(of: number, settings: catalog.settingsIndex(number)).raw
        guard known != .unknown,
            known == .inside || catalog.indexedBox(number).contains(place),
            let distance_m = catalog.signedDistanceWithinNone(number, of: place),
            (distance_m <= 0) == (known == .outside)
        else { return nil }
        return distance_m
    }
}
