/// Distances and fixes that leave the state of a fence unchanged.
extension FenceState {
    /// Whether every fix matters, wherever it is: a change is in progress or overdue.
    private var isTransient: Bool { isInDoubt || window == .overdue }

    /// Whether fixes far from the fence change nothing.
    var isAtRest: Bool { raw == .outside && !isTransient }

    /// Whether evidence only repeats the known state, for a fence that the segment to the fix
    /// cannot have crossed.
    ///
    /// - Parameters:
    ///   - moved_m: the metres by which the distance may have changed since the previous fix.
    ///   - isUnbroken: whether the time since then counts for the dwell.
    @inline(__always)
    func isRepeated(
        by evidence: Evidence, _ place: FencePlace, moved_m: Double, isUnbroken: Bool
    ) -> Bool {
        // A stopped dwell clock would start to run. An open visit has a clock.
        let isCounted = dwell?.isRunning ?? (raw != .inside || reported != .inside)
        guard isUnbroken, isCounted, !isTransient, heldSince == nil else { return false }
        switch (evidence, raw) {
        case (.inside, .inside): return true
        case (.outside, .outside): return place.distance_m - place.thresholds.enter > moved_m
        case (.inside, _), (.outside, _), (.hold, _): return false
        }
    }

    /// The metres that the receiver may move before the evidence of the fence can change; 0 while a
    /// change is in progress for which every fix counts. On another floor no movement changes it.
    func safe_m(_ place: FencePlace, isOtherFloor: Bool) -> Double {
        guard !isTransient else { return 0 }
        if isOtherFloor { return raw == .outside ? .infinity : 0 }
        switch raw {
        case .inside: return place.thresholds.enter - place.distance_m
        case .outside: return place.distance_m - place.thresholds.exit
        case .unknown: return 0
        }
    }
}
