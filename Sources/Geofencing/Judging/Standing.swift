/// What a look at a fence has to know of its state: hardly any needs more, and the state itself is
/// large.
struct Standing: BitwiseCopyable, Sendable, Hashable {
    /// The state last confirmed.
    let raw: FenceRecord.Side
    /// Whether every fix counts, wherever it is: something is under way or overdue.
    private let isOpen: Bool
    /// Whether a fix that says again what is known changes nothing.
    private let isSettled: Bool
    /// Whether nothing is open, counted or held back, so that one look suffices to come to the other
    /// side.
    let isPlain: Bool
    /// Whether there is nothing to be known but that the fence is outside, and its window.
    let isBare: Bool

    @inline(__always)
    init(of state: FenceState) {
        raw = state.raw
        isOpen = state.isInDoubt || state.window == .overdue
        // A clock that stands still would begin to run; a stay that is open has one.
        let isCounted = state.dwell?.isRunning ?? (raw != .inside || state.reported != .inside)
        isSettled = !isOpen && state.heldSince == nil && isCounted
        isPlain = isSettled && Self.isPlain(state.settled) && state.open.isNothing
        isBare = state.isOutsideButForWindow(adrift: nil) && !state.isHeldByItself
    }

    /// Of a state of which nothing is open, and no window overdue.
    @inline(__always)
    init(of settled: SettledState) {
        raw = settled.raw
        isOpen = false
        isSettled = settled.dwell?.isRunning ?? (raw != .inside || settled.reported != .inside)
        isPlain = isSettled && Self.isPlain(settled)
        isBare = settled.isOutsideButForWindow
    }

    @inline(__always)
    private static func isPlain(_ settled: SettledState) -> Bool {
        switch settled.raw {
        case .inside: settled.reported == .inside && settled.visit != nil
        case .outside: settled.reported == .outside
        case .unknown: false
        }
    }

    /// Whether fixes far from the fence change nothing.
    var isAtRest: Bool { raw == .outside && !isOpen }

    /// Whether evidence only says again what is known, of a fence of which nothing is open and over
    /// which no way can have led.
    ///
    /// - Parameters:
    ///   - moved_m: metres by which the distance may have changed since the fix before.
    ///   - isUnbroken: whether the time since then counts as stayed.
    func isConfirmed(
        by evidence: Evidence, _ place: FencePlace, moved_m: Double, isUnbroken: Bool
    ) -> Bool {
        guard isSettled, isUnbroken else { return false }
        switch (evidence, raw) {
        case (.inside, .inside): return true
        case (.outside, .outside): return place.distance_m - place.thresholds.enter > moved_m
        case (.inside, _), (.outside, _), (.hold, _): return false
        }
    }

    /// What the next fixes may say about the fence.
    func outlook(_ place: FencePlace, isOtherFloor: Bool) -> Outlook {
        Outlook(
            slack_m: slack_m(place, isOtherFloor: isOtherFloor), distance_m: place.distance_m,
            isInside: raw == .inside)
    }

    /// Metres of movement before the evidence of the fence can change; none while something is
    /// under way that every fix counts for. On another floor no movement changes it.
    private func slack_m(_ place: FencePlace, isOtherFloor: Bool) -> Double {
        guard !isOpen else { return 0 }
        if isOtherFloor { return raw == .outside ? .infinity : 0 }
        switch raw {
        case .inside: return place.thresholds.enter - place.distance_m
        case .outside: return place.distance_m - place.thresholds.exit
        case .unknown: return 0
        }
    }
}
