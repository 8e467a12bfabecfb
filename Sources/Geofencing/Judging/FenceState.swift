import Chronology

/// What is known of one fence under one monitor: the machine behind every event.
///
/// `raw` follows the confirmed evidence, `reported` follows what was emitted; the ignore window lies
/// between them. A fence without a state of its own is plainly outside.
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
    /// Confirmed changes suppressed since the last report.
    var suppressedToggles = 0
    /// The open visit; there is one exactly while `reported` is inside.
    var visit: Visit?
    /// How long the open visit has lasted; there is one as soon as a fix says inside, since what lies
    /// between the crossing and the report is part of the visit.
    var dwell: DwellClock?
    /// A change that has yet to be confirmed.
    private(set) var pending: PendingChange?
    /// The crossing as the first fix showed it that said so of a pending change.
    private(set) var pendingCrossing: Crossing?
    /// The last confirmed change, while it is suppressed: there is one exactly while `isHoldingBack`.
    private(set) var heldBack: Crossing?
    /// How long changes have been suppressed, from the first of them to the next report.
    private var flapping: FlappingClock?
    /// Why the last fix was indeterminate.
    var hold: UnknownReason?
    /// The last determinate fix, while `hold` lasts.
    var heldSince: BootInstant?
    /// The last fix that was accurate enough, while `hold` lasts and began or went on with poor ones.
    var poorSince: Adrift?
    /// The last fix before the source was lost, or before floor or altitude were missing for long, until
    /// a determinate fix is there.
    var adrift: Adrift?

    init(_ side: FenceRecord.Side) {
        reported = side
        raw = side
    }

    /// The side as far as anybody knows: while it is adrift, what was reported may be so no more.
    var known: FenceRecord.Side { adrift == nil ? reported : .unknown }

    /// Whether the last decisive fix said that the receiver is inside.
    var isSeenInside: Bool { adrift == nil && raw == .inside && pending == nil }

    /// Whether it is adrift, or was when the change began that has yet to be confirmed.
    var mayHaveChangedUnseen: Bool { adrift != nil || pendingCrossing?.isLate == true }

    /// A state of before, whose raw side was told or is held back since `crossing`.
    init(reported: FenceRecord.Side, raw: FenceRecord.Side, since crossing: Crossing) {
        self.reported = reported
        self.raw = raw
        changedAt = crossing.time
        if isHoldingBack { heldBack = crossing }
    }

    /// Whether there is a raw change that is held back.
    var isHoldingBack: Bool { raw != reported }

    /// Whether a stay is reported, held back or about to be confirmed.
    private var mayBeStay: Bool {
        reported == .inside || raw == .inside || pending?.side == .inside
    }

    /// Whether the state says no more than that the fence is outside, as others are whose last
    /// determinate fix was at `adrift`.
    func isPlainlyOutside(adrift: Adrift?) -> Bool {
        window == .closed && isOutsideButForWindow(adrift: adrift)
    }

    /// The same, whatever its window is.
    private func isOutsideButForWindow(adrift: Adrift?) -> Bool {
        reported == .outside && raw == .outside && suppressedToggles == 0 && pending == nil
            && self.adrift == adrift
    }

    /// Whether nothing is known but that the fence is outside, and its window.
    var isBare: Bool { isOutsideButForWindow(adrift: nil) && !isHeldByItself }

    /// Whether of a fence in that state there is no record: it is outside, or was until the same fix as
    /// the others.
    ///
    /// - Parameter others: the last decisive fix of those without a state of their own, if they are
    ///   adrift.
    func needsNoRecord(beside others: Adrift?) -> Bool {
        (adrift == nil || adrift == others) && isPlainlyOutside(adrift: adrift)
    }

    /// Whether the next fixes have still to tell where the receiver is.
    var isInDoubt: Bool { pending != nil || hold != nil || adrift != nil }

    /// Whether a fix that tells of the others where they are leaves this one as it was, and since when
    /// that is so matters: the fix is too poor so near to the edge, or it lies in the band of a fence
    /// that is adrift.
    var isHeldByItself: Bool {
        poorSince != nil || (hold == .band && adrift != nil)
    }

    /// Receiver time begins anew: no instant on the scale of before is compared with one of the new.
    mutating func forgetTime() {
        changedAt = nil
        adrift?.time = nil
        poorSince?.time = nil
        visit?.forgetTime()
        pendingCrossing?.forgetTime()
        heldBack?.forgetTime()
    }

    /// A report that is due.
    struct Report: Sendable, Hashable {
        var side: FenceRecord.Side
        var crossing: Crossing
        var isInitial = false
        var isDeferred = false
        var suppressedToggles = 0
    }

    /// What follows from evidence.
    enum Outcome: Sendable, Hashable {
        /// Nothing to tell.
        case nothing
        /// An event is due.
        case report(Report)
        /// Toggles have been held back for long.
        case flapping(FlappingClock.Finding)
    }

    /// Takes evidence for `side` and says what is due.
    ///
    /// - Parameter crossing: works out the crossing; asked once, at the first agreeing fix.
    mutating func take(
        _ side: FenceRecord.Side, rules: JudgingRules, at moment: Moment,
        cause: Transition.Cause?, crossing: () -> Crossing
    ) -> Outcome {
        hold = nil
        heldSince = nil
        poorSince = nil
        adrift = nil
        defer { if !mayBeStay { dwell = nil } }
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
        heldBack = isHoldingBack ? crossing : nil
        suppressedToggles += 1
        if isAdmitted { window = .closed }
        guard let cap_s = rules.flapCap_s,
            let finding = countToggle(to: side, at: moment.boot, cap_s: cap_s)
        else { return .nothing }
        return .flapping(finding)
    }

    /// Reports the raw state at the end of the ignore window, if it differs from the reported one.
    ///
    /// - Parameter isStale: whether the feed is too old to believe the raw state; the report then
    ///   waits for a fix that confirms it.
    mutating func endWindow(
        at end: BootInstant, period_ns: Int64, isStale: Bool
    ) -> Report? {
        guard isHoldingBack, let crossing = heldBack else {
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

    /// The crossing of a change that is confirmed with this fix; nil while it needs more.
    ///
    /// What has a cause needs none, and does not go on with what movement had begun.
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

    /// Begins to count a stay with the crossing that may turn out to be its enter.
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

    /// Takes the first decisive evidence of all.
    private mutating func takeFirst(
        _ side: FenceRecord.Side, rules: JudgingRules, at moment: Moment,
        crossing: Crossing
    ) -> Outcome {
        raw = side
        reported = side
        guard rules.initial.reports(side) else { return .nothing }
        window.begin(at: moment.boot, period_ns: rules.ignorePeriod_ns)
        reportedAt = moment.boot
        return .report(Report(side: side, crossing: crossing, isInitial: true))
    }

    /// Reports a change whose window ended while the feed was stale, now that a fix confirms it.
    private mutating func takeOverdue(rules: JudgingRules, at moment: Moment) -> Outcome {
        guard window == .overdue else { return .nothing }
        guard isHoldingBack, var crossing = heldBack else {
            window = .closed
            return .nothing
        }
        crossing.isLate = true
        window.begin(at: moment.boot, period_ns: rules.ignorePeriod_ns)
        return .report(report(crossing, at: moment.boot, isDeferred: true))
    }

    /// Counts a change that is held back.
    private mutating func countToggle(
        to side: FenceRecord.Side, at now: BootInstant, cap_s: Double
    ) -> FlappingClock.Finding? {
        guard var clock = flapping ?? reportedAt.map(FlappingClock.init) else { return nil }
        defer { flapping = clock }
        return clock.toggle(to: side, at: now, cap_s: cap_s)
    }

    /// The raw state becomes the reported one.
    private mutating func report(
        _ crossing: Crossing, at now: BootInstant, isDeferred: Bool = false
    ) -> Report {
        heldBack = nil
        flapping = nil
        let toggles = suppressedToggles
        (reported, reportedAt, suppressedToggles) = (raw, now, 0)
        return Report(
            side: raw, crossing: crossing, isDeferred: isDeferred, suppressedToggles: toggles)
    }
}
