/// How far the receiver may move, and what a fix may say, before the state of a fence changes.
extension FenceState {
    /// Whether every fix counts, wherever it is: something is under way or overdue.
    private var isTransient: Bool { isInDoubt || window == .overdue }

    /// Whether fixes far from the fence change nothing.
    var isAtRest: Bool { raw == .outside && !isTransient }

    /// Whether evidence only says again what is known, of a fence that the segment to the fix cannot
    /// have crossed.
    ///
    /// - Parameters:
    ///   - moved_m: metres by which the distance may have changed since the fix before.
    ///   - isUnbroken: whether the time since then counts for the dwell.
    @inline(__always)
    func isRepeated(
        by evidence: Evidence, _ place: FencePlace, moved_m: Double, isUnbroken: Bool
    ) -> Bool {
        // A clock that stands still would begin to run; a visit that is open has one.
        let isCounted = dwell?.isRunning ?? (raw != .inside || reported != .inside)
        guard isUnbroken, isCounted, !isTransient, heldSince == nil else { return false }
        switch (evidence, raw) {
        case (.inside, .inside): return true
        case (.outside, .outside): return place.distance_m - place.thresholds.enter > moved_m
        case (.inside, _), (.outside, _), (.hold, _): return false
        }
    }

    /// Metres of movement before the evidence of the fence can change; none while something is
    /// under way that every fix counts for. On another floor no movement changes it.
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
