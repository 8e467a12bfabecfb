/// What is known of the fences without a state of their own: at first nothing, and once fixes far
/// from them have confirmed it, that they are outside.
struct DefaultState: Sendable, Hashable {
    /// The state of a fence that has none of its own: unknown or outside, with the confirmation that
    /// is under way, and adrift after an interruption until a fix tells where they are.
    private(set) var state = FenceState(.unknown)

    /// Whether they are known to be outside.
    var isOutside: Bool { state.raw == .outside }

    /// The last fix before an interruption, until one tells where they are.
    var adrift: Adrift? { state.adrift }

    /// Known to be outside, or to have been until `adrift`.
    static func outside(adrift: Adrift? = nil) -> DefaultState {
        var state = FenceState(.outside)
        state.adrift = adrift
        var outside = DefaultState()
        outside.state = state
        return outside
    }

    /// Whether a state says nothing else than this.
    func covers(_ state: FenceState) -> Bool {
        isOutside ? state.isPlainlyOutside(adrift: adrift) : isHeldAlike(state)
    }

    /// Whether a state is as unknown as this is, for want of a floor or altitude: fixes without it would
    /// else leave a state behind in every fence that they pass.
    private func isHeldAlike(_ state: FenceState) -> Bool {
        guard self.state.hold != nil, state.hold == self.state.hold else { return false }
        var state = state
        state.heldSince = nil
        return state == self.state
    }

    /// Whether a fence in that state needs none of its own.
    func suffices(for state: FenceState) -> Bool {
        covers(state) && !state.isHeldByItself
    }

    /// Takes a fix that lacks the floor or altitude that such fences need. Those that are outside
    /// stay so unless it is the first one after an interruption.
    mutating func hold(_ reason: UnknownReason, adrift: Adrift? = nil) {
        if isOutside {
            guard let adrift else { return }
            state.adrift = state.adrift ?? adrift
        }
        state.hold = reason
    }

    /// Receiver time begins anew.
    mutating func forgetTime() {
        state.forgetTime()
    }

    /// Takes a fix that is evidence for being outside. True when it became certain just now.
    mutating func take(
        at moment: Moment, confirmation: Confirmation, crossing: @autoclosure () -> Crossing
    ) -> Bool {
        state.adrift = nil
        state.hold = nil
        guard !isOutside else { return false }
        guard
            state.confirmed(.outside, by: confirmation, at: moment, cause: nil, crossing) != nil
        else { return false }
        state = FenceState(.outside)
        return true
    }
}
