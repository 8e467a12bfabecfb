import Geodesy

extension Monitor {
    /// What a fix says of a fence by itself.
    struct Look {
        var place: FencePlace
        var evidence: Evidence
        var isOtherFloor: Bool
    }

    /// Looks where a fix finds a fence, and what that says.
    ///
    /// - Parameters:
    ///   - sweep_m: metres around the fix within which the way to it lies.
    ///   - step_m: metres of the step to it.
    ///   - course: that step in degrees of longitude and latitude.
    @inline(__always)
    mutating func look(
        at number: FenceNumber, rules: JudgingRules, by update: LocationUpdate,
        from standpoint: Standpoint, accuracy: AccuracyRadius, sweep_m: Double, step_m: Double,
        on course: SIMD2<Double>, in catalog: FenceCatalog
    ) -> Look {
        let thresholds = thresholds(of: number, rules: rules, accuracy: accuracy, in: catalog)
        let limit_m = thresholds.limit_m(sweep_m: sweep_m, radius_m: accuracy.radius_m)
        let proximity = catalog.proximity(
            number, from: standpoint, within: limit_m, step_m: step_m, on: course)
        let place = FencePlace(number: number, proximity: proximity, thresholds: thresholds)
        let geometry = Evidence(
            distance: place.distance_m, thresholds: thresholds, radius: accuracy.radius_m,
            limit: definition.maxAccuracy_m)
        let (evidence, isOtherFloor) = rules.evidence(geometry, for: update)
        return Look(place: place, evidence: evidence, isOtherFloor: isOtherFloor)
    }
}
