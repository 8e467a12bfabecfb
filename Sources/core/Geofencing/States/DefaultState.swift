import Chronology

/// The state that fences with the same settings share while they have no state of their own:
/// unknown at first, and outside once fixes far from them have confirmed it.
struct DefaultState: Sendable, Hashable {
    /// Unknown or outside, with the pending confirmation. `unknownSince` is set from an
    /// interruption to the next determinate fix.
    private(set) var state = FenceState(.unknown)

    /// Whether the fences are known to be outside.
    var isOutside: Bool { state.confirmed == .outside }

    /// The last fix before an interruption; nil after the next determinate fix.
    var unknownSince: UnknownSince? { state.unknownSince }

    /// Creates the state before the first fix.
    init() {}

    /// Creates the state of fences that are outside, or were outside until `unknownSince`.
    init(outsideUntil unknownSince: UnknownSince?) {
        state = FenceState(.outside, unknownSince: unknownSince)
    }

    /// Returns whether a state contains no more information than this one: it is plainly outside
    /// too, or unknown for the same reason, because the fixes lack a floor or an altitude.
    /// Otherwise such fixes would create a separate state for every fence that the receiver passes.
    func covers(_ own: FenceState) -> Bool {
        if isOutside { return own.isPlainlyOutside(unknownSince: unknownSince) }
        return state.hold != nil && own.isSame(as: state)
    }

    /// Whether a fence in that state needs no state of its own.
    func suffices(for state: FenceState) -> Bool {
        covers(state) && !state.isHeldByItself
    }

    /// Applies an input. Returns true when the fences are known to be outside from now on. A first
    /// report is made for each fence by itself.
    mutating func apply(
        _ input: FenceInput, by rules: FenceRules, of monitor: MonitorDefinition,
        at now: BootInstant
    ) -> Bool {
        let wasOutside = isOutside
        _ = state.apply(input, by: rules, of: monitor, at: now)
        if case .evidence = input, isOutside { state = FenceState(.outside) }
        return isOutside && !wasOutside
    }

    /// Applies a fix that lacks the floor or altitude that the fences need. Fences that are outside
    /// are still outside, unless the fix is the first one after an interruption.
    mutating func lose(
        _ reason: UnknownReason, since unknownSince: UnknownSince? = nil, by rules: FenceRules,
        of monitor: MonitorDefinition, at now: BootInstant
    ) {
        if isOutside {
            guard let unknownSince else { return }
            _ = apply(.interruption(unknownSince), by: rules, of: monitor, at: now)
        }
        _ = apply(.indeterminate(reason, after: nil, since: nil), by: rules, of: monitor, at: now)
    }
}
