/// What is known of the fences without a state of their own: at first nothing, and once fixes far
/// from them have confirmed it, that they are outside.
struct DefaultState: Sendable, Hashable {
    /// The confirmation that is under way.
    private(set) var pending: PendingChange?
    /// Whether they are known to be outside.
    private(set) var isOutside = false

    /// The last fix before an interruption, until one tells where they are.
    private(set) var adrift: Adrift?

    /// Known to be outside, from an earlier run.
    static let outside: DefaultState = {
        var state = DefaultState()
        state.isOutside = true
        return state
    }()

    /// The state of a fence that has none of its own.
    var state: FenceState {
        var state = FenceState(isOutside ? .outside : .unknown)
        state.adrift = adrift
        state.pending = pending
        return state
    }

    /// Whether a state says nothing else than this.
    func covers(_ state: FenceState) -> Bool {
        isOutside && state.isPlainlyOutside(adrift: adrift)
    }

    /// Takes a fix that says nothing, the first one after an interruption.
    mutating func hold(adrift: Adrift) {
        if isOutside && self.adrift == nil { self.adrift = adrift }
    }

    /// Takes a fix that is evidence for being outside. True when it became certain just now.
    mutating func take(
        at moment: Moment, confirmation: Confirmation, crossing: @autoclosure () -> Crossing
    ) -> Bool {
        adrift = nil
        guard !isOutside else { return false }
        var change =
            pending
            ?? PendingChange(
                side: .outside, since: moment.feed, beganSuspect: moment.isSuspect,
                crossing: crossing())
        change.count(moment.feed)
        isOutside = change.isConfirmed(by: confirmation, at: moment.feed)
        pending = isOutside ? nil : change
        return isOutside
    }
}
