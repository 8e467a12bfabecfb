import Chronology

/// The state of one fence under one monitor: the state machine behind every event.
///
/// `raw` is the confirmed state, `reported` the emitted one. The ignore period delays the step from
/// one to the other. A fence without a state of its own is plainly outside.
struct FenceState: BitwiseCopyable, Sendable, Hashable {
    /// The state last reported, R.
    var reported: FenceRecord.Side
    /// The state last confirmed, W.
    var raw: FenceRecord.Side
    var window = IgnoreWindow.closed
    /// When `reported` was emitted, if it was in this run.
    private(set) var reportedAt: BootInstant?
    /// When the confirmed state last changed, if that is known.
    private(set) var changedAt: UTCInstant?
    /// The number of confirmed changes suppressed since the last report.
    var suppressedToggles = 0
    /// The open visit; there is one exactly while `reported` is inside.
    var visit: Visit?
    /// How long the open visit has lasted. It exists from the first fix inside on, because the time
    /// between crossing and report is part of the visit.
    var dwell: DwellClock?
    /// A change that has yet to be confirmed.
    private(set) var pending: PendingChange?
    /// The crossing of the pending change, as its first fix showed it.
    private(set) var pendingCrossing: Crossing?
    /// The crossing of the last confirmed change, while that change is suppressed; nil otherwise.
    private(set) var suppressed: Crossing?
    /// How long changes have been suppressed, from the first of them to the next report.
    private var flapping: FlappingClock?
    /// Why the last fix was indeterminate; nil if it was not.
    var hold: UnknownReason?
    /// The last determinate fix, while `hold` lasts.
    var heldSince: BootInstant?
    /// The last fix that was accurate enough, while `hold` lasts and began or continued with poor
    /// fixes.
    var poorSince: UnknownSince?
    /// The last fix before the source became stale, or before floor or altitude were missing for
    /// too long; nil after a determinate fix.
    var unknownSince: UnknownSince?

    init(_ side: FenceRecord.Side) {
        reported = side
        raw = side
    }

    /// The state as far as it is known: after an interruption the reported state may no longer be
    /// true.
    var known: FenceRecord.Side { unknownSince == nil ? reported : .unknown }

    /// Whether the last determinate fix was inside.
    var isSeenInside: Bool { unknownSince == nil && raw == .inside && pending == nil }

    /// Whether the state is unknown after an interruption, or was when the pending change began.
    var mayHaveChangedUnseen: Bool { unknownSince != nil || pendingCrossing?.isLate == true }

    /// A restored state whose last confirmed change, at `crossing`, was reported or is suppressed.
    init(reported: FenceRecord.Side, raw: FenceRecord.Side, since crossing: Crossing) {
        self.reported = reported
        self.raw = raw
        changedAt = crossing.time
        if isSuppressing { suppressed = crossing }
    }

    /// Whether a confirmed change is suppressed.
    var isSuppressing: Bool { raw != reported }

    /// Whether a visit is reported, suppressed or about to be confirmed.
    private var mayBeVisit: Bool {
        reported == .inside || raw == .inside || pending?.side == .inside
    }

    /// Whether the state contains no more than that the fence is outside, like other fences whose
    /// last determinate fix was the given one.
    func isPlainlyOutside(unknownSince: UnknownSince?) -> Bool {
        window == .closed && isOutsideButForWindow(unknownSince: unknownSince)
    }

    /// Whether this holds, regardless of the ignore window.
    private func isOutsideButForWindow(unknownSince: UnknownSince?) -> Bool {
        reported == .outside && raw == .outside && suppressedToggles == 0 && pending == nil
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

    /// Removes the receiver times after a time reset: times on the old and the new scale are not
    /// comparable.
    mutating func forgetTime() {
        changedAt = nil
        unknownSince?.time = nil
        poorSince?.time = nil
        visit?.forgetTime()
        pendingCrossing?.forgetTime()
        suppressed?.forgetTime()
    }

    /// A report to emit.
    struct Report: Sendable, Hashable {
        var side: FenceRecord.Side
        var crossing: Crossing
        var isInitial = false
        var isDeferred = false
        var suppressedToggles = 0
    }

    /// The result of applying evidence.
    enum Outcome: Sendable, Hashable {
        /// There is nothing to emit.
        case nothing
        /// An event has to be emitted.
        case report(Report)
        /// Changes have been suppressed for long.
        case flapping(FlappingClock.Finding)
    }

    /// Applies evidence for `side` and returns what has to be emitted.
    ///
    /// - Parameter crossing: computes the crossing; called once, at the first agreeing fix.
    mutating func take(
        _ side: FenceRecord.Side, rules: FenceRules, at moment: Moment,
        cause: Transition.Cause?, crossing: () -> Crossing
    ) -> Outcome {
        hold = nil
        heldSince = nil
        poorSince = nil
        unknownSince = nil
        defer { if !mayBeVisit { dwell = nil } }
        if side == raw {
            endPending()
            return takeOverdue(rules: rules, at: moment)
        }
        guard
            let crossing = confirmed(
                side, by: side == .inside ? rules.confirmEnter : rules.confirmExit, at: moment,
                cause: cause, crossing)
        else { return .nothing }
        endPending()
        if raw == .unknown {
            return takeFirst(side, rules: rules, at: moment, crossing: crossing)
        }
        raw = side
        changedAt = crossing.time
        let bypassesWindow = cause != nil && !rules.causeRespectsIgnore
        if bypassesWindow && side != reported { window = .closed }
        let isAdmitted = window.admitsChange(at: moment.boot, period_ns: rules.ignorePeriod_ns)
        if isAdmitted && side != reported {
            return .report(report(crossing, at: moment.boot))
        }
        suppressed = isSuppressing ? crossing : nil
        suppressedToggles += 1
        if isAdmitted { window = .closed }
        guard let cap_s = rules.flapCap_s,
            let finding = countToggle(to: side, at: moment.boot, cap_s: cap_s)
        else { return .nothing }
        return .flapping(finding)
    }

    /// Reports the confirmed state at the end of the ignore window, if it differs from the reported
    /// one.
    ///
    /// - Parameter isStale: whether the source is too old to trust the confirmed state. The report
    ///   then waits for a fix that confirms it.
    mutating func endWindow(
        at end: BootInstant, period_ns: Int64, isStale: Bool
    ) -> Report? {
        guard isSuppressing, let crossing = suppressed else {
            window = .closed
            return nil
        }
        guard !isStale else {
            window = .overdue
            return nil
        }
        window.begin(at: end, period_ns: period_ns)
        return report(crossing, at: end, isDeferred: true)
    }

    /// The crossing of a change that is confirmed with this fix; nil while more fixes are needed.
    ///
    /// A change with a cause needs no confirmation, and does not continue a pending change by
    /// movement.
    mutating func confirmed(
        _ side: FenceRecord.Side, by rule: Confirmation, at moment: Moment,
        cause: Transition.Cause?, _ crossing: () -> Crossing
    ) -> Crossing? {
        if cause != nil || (pending?.side != side && rule.isMet(byOne: moment)) {
            return begun(side, by: crossing())
        }
        if pending?.side != side {
            pending = PendingChange(to: side, at: moment)
            pendingCrossing = begun(side, by: crossing())
        }
        pending?.count(moment.feed)
        let isConfirmed = pending?.isConfirmed(by: rule, at: moment.feed) ?? false
        return isConfirmed ? pendingCrossing : nil
    }

    /// Starts the dwell clock at a crossing that may turn out to be the enter of a visit.
    private mutating func begun(_ side: FenceRecord.Side, by crossing: Crossing) -> Crossing {
        if side == .inside && reported != .inside {
            dwell = DwellClock(runningSince: crossing.boot)
        }
        return crossing
    }

    private mutating func endPending() {
        guard pending != nil else { return }
        pending = nil
        pendingCrossing = nil
    }

    /// Applies the first determinate evidence.
    private mutating func takeFirst(
        _ side: FenceRecord.Side, rules: FenceRules, at moment: Moment,
        crossing: Crossing
    ) -> Outcome {
        raw = side
        reported = side
        guard rules.initial.reports(side) else { return .nothing }
        window.begin(at: moment.boot, period_ns: rules.ignorePeriod_ns)
        reportedAt = moment.boot
        return .report(Report(side: side, crossing: crossing, isInitial: true))
    }

    /// Reports a change whose ignore window ended while the source was stale, now that a fix
    /// confirms it.
    private mutating func takeOverdue(rules: FenceRules, at moment: Moment) -> Outcome {
        guard window == .overdue else { return .nothing }
        guard isSuppressing, var crossing = suppressed else {
            window = .closed
            return .nothing
        }
        crossing.isLate = true
        window.begin(at: moment.boot, period_ns: rules.ignorePeriod_ns)
        return .report(report(crossing, at: moment.boot, isDeferred: true))
    }

    /// Counts a suppressed change.
    private mutating func countToggle(
        to side: FenceRecord.Side, at now: BootInstant, cap_s: Double
    ) -> FlappingClock.Finding? {
        guard var clock = flapping ?? reportedAt.map(FlappingClock.init) else { return nil }
        defer { flapping = clock }
        return clock.toggle(to: side, at: now, cap_s: cap_s)
    }

    /// Makes the confirmed state the reported one.
    private mutating func report(
        _ crossing: Crossing, at now: BootInstant, isDeferred: Bool = false
    ) -> Report {
        suppressed = nil
        flapping = nil
        let toggles = suppressedToggles
        (reported, reportedAt, suppressedToggles) = (raw, now, 0)
        return Report(
            side: raw, crossing: crossing, isDeferred: isDeferred, suppressedToggles: toggles)
    }
}
