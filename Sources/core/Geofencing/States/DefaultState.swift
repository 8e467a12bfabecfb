/// The state that fences with the same settings share while they have no state of their own:
/// unknown at first, and outside once fixes far from them have confirmed it.
struct DefaultState: Sendable, Hashable {
    /// Unknown or outside, with the pending confirmation. `unknownSince` is set from an
    /// interruption to the next determinate fix.
    private(set) var state = FenceState(.unknown)

    /// Whether the fences are known to be outside.
    var isOutside: Bool { state.raw == .outside }

    /// The last fix before an interruption; nil after the next determinate fix.
    var unknownSince: UnknownSince? { state.unknownSince }

    /// Returns the state of fences that are outside, or were outside until `unknownSince`.
    static func outside(unknownSince: UnknownSince? = nil) -> DefaultState {
        var outside = DefaultState()
        outside.state = FenceState(.outside)
        outside.state.unknownSince = unknownSince
        return outside
    }

    /// Returns whether a state contains no more information than this one: it is plainly outside
    /// too, or unknown for the same reason, because the fixes lack a floor or an altitude.
    /// Otherwise such fixes would create a separate state for every fence that the receiver passes.
    func covers(_ own: FenceState) -> Bool {
        if isOutside { return own.isPlainlyOutside(unknownSince: unknownSince) }
        guard state.hold != nil, own.hold == state.hold else { return false }
        var own = own
        own.heldSince = nil
        return own == state
    }

    /// Whether a fence in that state needs no state of its own.
    func suffices(for state: FenceState) -> Bool {
        covers(state) && !state.isHeldByItself
    }

    /// Applies a fix that lacks the floor or altitude that the fences need. Fences that are outside
    /// are still outside, unless the fix is the first one after an interruption.
    mutating func hold(_ reason: UnknownReason, unknownSince: UnknownSince? = nil) {
        if isOutside {
            guard let unknownSince else { return }
            state.unknownSince = state.unknownSince ?? unknownSince
        }
        state.hold = reason
    }

    /// Discards receiver times, because the time scale of the receiver starts again.
    mutating func forgetTime() {
        state.forgetTime()
    }

    /// Applies a fix that is evidence for outside. Returns true when this fix completes the
    /// confirmation.
    mutating func take(
        at moment: Moment, confirmation: Confirmation, crossing: @autoclosure () -> Crossing
    ) -> Bool {
        state.unknownSince = nil
        state.hold = nil
        guard !isOutside,
            state.confirmed(.outside, by: confirmation, at: moment, cause: nil, crossing) != nil
        else { return false }
        state = FenceState(.outside)
        return true
    }
}
