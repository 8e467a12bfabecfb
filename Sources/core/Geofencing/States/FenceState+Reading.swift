import Chronology

extension FenceState {
    /// The state as far as it is known: after an interruption the reported state may no longer be
    /// true.
    var known: FenceRecord.Side { unknownSince == nil ? reported : .unknown }

    /// Whether the last determinate fix was inside.
    var isSeenInside: Bool { unknownSince == nil && confirmed == .inside && pending == nil }

    /// Whether the state is unknown after an interruption, or was when the pending change began.
    var mayHaveChangedUnseen: Bool { unknownSince != nil || pendingCrossing?.isLate == true }

    /// Whether the state contains no more than that the fence is outside, like other fences whose
    /// last determinate fix was the given one.
    func isPlainlyOutside(unknownSince: UnknownSince?) -> Bool {
        window == .closed && isOutsideButForWindow(unknownSince: unknownSince)
    }

    /// Whether this holds, regardless of the ignore window.
    private func isOutsideButForWindow(unknownSince: UnknownSince?) -> Bool {
        reported == .outside && confirmed == .outside && suppressedToggles == 0 && pending == nil
            && self.unknownSince == unknownSince
    }

    /// Whether the state contains no more than that the fence is outside, and its ignore window.
    var isBare: Bool { isOutsideButForWindow(unknownSince: nil) && !isHeldByItself }

    /// Whether a fence in that state has no record: it is outside, or was until the same fix as the
    /// others.
    ///
    /// - Parameter others: the last determinate fix of the fences without a state of their own, if
    ///   they are unknown.
    func needsNoRecord(beside others: UnknownSince?) -> Bool {
        (unknownSince == nil || unknownSince == others)
            && isPlainlyOutside(unknownSince: unknownSince)
    }

    /// Whether the state depends on the next fixes.
    var isInDoubt: Bool { pending != nil || hold != nil || unknownSince != nil }

    /// Whether a fix that is evidence for the other fences leaves this one as it was, so that the
    /// start of that time has to be stored. The fix is too poor so near to the edge, or lies in the
    /// band of a fence that is unknown after an interruption.
    var isHeldByItself: Bool {
        poorSince != nil || (hold == .band && unknownSince != nil)
    }

    /// Whether the change has to be saved for a later run.
    func isWorthSaving(over before: FenceState) -> Bool {
        reported != before.reported || confirmed != before.confirmed || window != before.window
            || visit != before.visit || suppressedToggles != before.suppressedToggles
            || (dwell?.sent ?? 0) != (before.dwell?.sent ?? 0)
            || (unknownSince == nil) != (before.unknownSince == nil)
    }

    /// The deadline of the next dwell event of the open visit; nil without one.
    func dwellDeadline(by rules: FenceRules) -> BootInstant? {
        guard visit != nil, let dwell_s = rules.dwell_s else { return nil }
        return dwell?.deadline(dwell_s: dwell_s, repeat_s: rules.dwellRepeat_s)
    }
}
