import Chronology
import Fixes

/// The state of one fence under one monitor: the state machine behind every event.
///
/// `apply` is the only function that changes it. `confirmed` is the confirmed state, `reported` the
/// emitted one. The ignore period delays the move from one to the other. A fence without a state of
/// its own is plainly outside.
struct FenceState: BitwiseCopyable, Sendable, Hashable {
    /// The state last reported.
    private(set) var reported: FenceRecord.Side
    /// The state last confirmed.
    private(set) var confirmed: FenceRecord.Side
    private(set) var window = IgnoreWindow.closed
    /// When `reported` was emitted, if it was in this run.
    private(set) var reportedAt: BootInstant?
    /// When the confirmed state last changed, if that is known.
    private(set) var changedAt: UTCInstant?
    /// The number of confirmed changes suppressed since the last report.
    private(set) var suppressedToggles = 0
    /// The open visit; there is one exactly while `reported` is inside.
    private(set) var visit: Visit?
    /// How long the open visit has lasted. It exists from the first fix inside on, because the time
    /// between crossing and report is part of the visit.
    private(set) var dwell: DwellClock?
    /// A change that has yet to be confirmed.
    private(set) var pending: PendingChange?
    /// The crossing of the pending change, as its first fix showed it.
    private(set) var pendingCrossing: Crossing?
    /// The crossing of the last confirmed change, while that change is suppressed; nil otherwise.
    private(set) var suppressed: Crossing?
    /// How long changes have been suppressed, from the first of them to the next report.
    private var flapping: FlappingClock?
    /// Why the last fix was indeterminate; nil if it was not.
    private(set) var hold: UnknownReason?
    /// The last determinate fix, while `hold` lasts.
    private(set) var heldSince: BootInstant?
    /// The last fix that was accurate enough, while `hold` lasts and began or continued with poor
    /// fixes.
    private(set) var poorSince: UnknownSince?
    /// The last fix before the source became stale, or before floor or altitude were missing for
    /// too long; nil after a determinate fix.
    private(set) var unknownSince: UnknownSince?

    init(_ side: FenceRecord.Side, unknownSince: UnknownSince? = nil) {
        (reported, confirmed) = (side, side)
        self.unknownSince = unknownSince
    }

    /// A state that is unknown because fixes are no evidence for it.
    init(unknownBecause reason: UnknownReason) {
        self.init(.unknown)
        hold = reason
    }

    /// Restores the state of a saved record.
    ///
    /// - Parameters:
    ///   - crossing: the last confirmed change, which was reported or is suppressed.
    ///   - window: the ignore period; overdue where a suppressed change has to be reported.
    init(
        _ record: FenceRecord, since crossing: Crossing, unknownSince: UnknownSince?,
        window: IgnoreWindow, visit: Visit?, dwell: DwellClock?
    ) {
        (reported, confirmed) = (record.reported, record.confirmed)
        changedAt = crossing.time
        if isSuppressing { suppressed = crossing }
        suppressedToggles = record.suppressedToggles
        (self.unknownSince, self.window) = (unknownSince, window)
        (self.visit, self.dwell) = (visit, dwell)
    }

    /// Whether a confirmed change is suppressed.
    var isSuppressing: Bool { confirmed != reported }

    /// Whether both are equal, whenever their last determinate fixes were.
    func isSame(as other: FenceState) -> Bool {
        var own = self
        own.heldSince = other.heldSince
        return own == other
    }

    /// Applies what has happened and returns what has to be emitted; nil for nothing.
    ///
    /// A pass is reported or suppressed as any other change. Confirmation does not apply to it: both
    /// fixes agree that the receiver is outside.
    ///
    /// - Parameters:
    ///   - rules: the rules of the fence.
    ///   - monitor: the monitor, whose further settings apply to all of its fences.
    mutating func apply(
        _ input: FenceInput, by rules: FenceRules, of monitor: MonitorDefinition,
        at now: BootInstant
    ) -> FenceChange? {
        switch input {
        case .evidence(let evidence): return apply(evidence, rules, monitor, at: now)
        case .indeterminate(let reason, let before, let since):
            hold = reason
            heldSince = heldSince ?? before
            // Between the thresholds, nothing has been crossed yet.
            if reason == .band { poorSince = nil }
            if reason == .poorAccuracy { poorSince = poorSince ?? since }
        case .pass(let entry, let exit):
            let period_ns = rules.ignorePeriod_ns
            let isSuppressed = period_ns > 0 && window.suppresses(at: now)
            if period_ns > 0 { window.begin(at: exit.boot, period_ns: period_ns) }
            guard !isSuppressed else {
                suppressedToggles += 2
                return nil
            }
            defer { suppressedToggles = 0 }
            return .passed(
                Visit(since: entry), entry: entry, exit: exit, suppressedToggles: suppressedToggles)
        case .windowEnd(let isStale): return endWindow(rules, isStale: isStale, at: now)
        case .dwellDue(let deadline, let lastFix, let gap_s):
            return dwelled(
                deadline, rules, after: heldSince ?? lastFix ?? now, gap_s: gap_s, at: now)
        case .initial:
            (reported, confirmed) = (.outside, .outside)
            window.begin(at: now, period_ns: rules.ignorePeriod_ns)
            return report(Crossing(boot: now, method: .fix), at: now, isInitial: true)
        case .interruption(let since):
            if confirmed != .unknown, unknownSince == nil { unknownSince = since }
        case .pause(let last): heldSince = heldSince ?? last
        case .removal(let cause):
            guard reported == .inside else { return nil }
            confirmed = .outside
            var crossing = Crossing(boot: now, method: .fix)
            crossing.cause = cause
            return report(crossing, at: now)
        case .timeReset:
            changedAt = nil
            unknownSince?.time = nil
            poorSince?.time = nil
            visit?.forgetTime()
            pendingCrossing?.forgetTime()
            suppressed?.forgetTime()
        }
        return nil
    }

    /// Whether evidence for a side begins a change, so that it needs the crossing. Further evidence
    /// only confirms a pending change; a change with a cause does not continue one by movement.
    func needsCrossing(to side: FenceRecord.Side, cause: Transition.Cause?) -> Bool {
        side != confirmed && (cause != nil || pending?.side != side)
    }

    /// Applies evidence: confirmation, ignore period, visit and dwell clock.
    private mutating func apply(
        _ evidence: FenceEvidence, _ rules: FenceRules, _ monitor: MonitorDefinition,
        at now: BootInstant
    ) -> FenceChange? {
        if let before = heldSince ?? evidence.gap.start {
            dwell?.cover(evidence.gap, after: before, until: now)
        }
        let (clockBefore, poorSinceBefore) = (dwell?.runningSince, poorSince)
        (hold, heldSince, poorSince, unknownSince) = (nil, nil, nil, nil)
        let change = change(by: evidence, rules, monitor, at: now)
        let mayBeVisit =
            reported == .inside || confirmed == .inside || pending?.side == .inside
        if !mayBeVisit { dwell = nil }
        // A visit may have begun at any time in the gap before the fix.
        if dwell?.runningSince != clockBefore,
            let before = poorSinceBefore?.boot ?? evidence.gap.crossedAfter
        {
            dwell?.cover(evidence.gap, after: before, until: now)
        }
        if reported == .inside, visit == nil { visit = Visit(foundAt: now) }
        return change
    }

    private mutating func change(
        by evidence: FenceEvidence, _ rules: FenceRules, _ monitor: MonitorDefinition,
        at now: BootInstant
    ) -> FenceChange? {
        let side = evidence.side
        if side == confirmed {
            (pending, pendingCrossing) = (nil, nil)
            return overdueReport(rules, at: now)
        }
        guard let crossing = confirmedCrossing(evidence, rules, at: now) else { return nil }
        (pending, pendingCrossing) = (nil, nil)
        if confirmed == .unknown {
            (confirmed, reported) = (side, side)
            guard monitor.initial.reports(side) else { return nil }
            window.begin(at: now, period_ns: rules.ignorePeriod_ns)
            reportedAt = now
            return report(crossing, at: now, isInitial: true)
        }
        confirmed = side
        changedAt = crossing.time
        let bypassesWindow = evidence.cause != nil && !monitor.causeRespectsIgnore
        if bypassesWindow && side != reported { window = .closed }
        let isAdmitted = window.admitsChange(at: now, period_ns: rules.ignorePeriod_ns)
        if isAdmitted && side != reported { return report(crossing, at: now) }
        suppressed = isSuppressing ? crossing : nil
        suppressedToggles += 1
        if isAdmitted { window = .closed }
        guard let cap_s = monitor.flapCap_s,
            var clock = flapping ?? reportedAt.map(FlappingClock.init)
        else { return nil }
        let finding = clock.toggle(to: side, at: now, cap_s: cap_s)
        flapping = clock
        return finding.map(FenceChange.flapping)
    }

    /// The crossing of a change that is confirmed with this evidence; nil while more fixes are
    /// needed. A change with a cause needs no confirmation.
    private mutating func confirmedCrossing(
        _ evidence: FenceEvidence, _ rules: FenceRules, at now: BootInstant
    ) -> Crossing? {
        let side = evidence.side
        let rule = side == .inside ? rules.confirmEnter : rules.confirmExit
        let crossing =
            needsCrossing(to: side, cause: evidence.cause)
            ? evidence.crossing ?? Crossing(boot: now, method: .fix) : nil
        if let crossing, side == .inside, reported != .inside {
            // It may turn out to be the enter of a visit.
            dwell = DwellClock(runningSince: crossing.boot)
        }
        if evidence.cause != nil || pending?.side != side && rule.isMet(byOne: evidence) {
            return crossing
        }
        if pending?.side != side {
            pending = PendingChange(by: evidence)
            pendingCrossing = crossing
        }
        pending?.count(evidence.feed)
        let isConfirmed = pending?.isConfirmed(by: rule, at: evidence.feed) ?? false
        return isConfirmed ? pendingCrossing : nil
    }

    /// Reports a change whose ignore window ended while the source was stale, now that a fix
    /// confirms it.
    private mutating func overdueReport(_ rules: FenceRules, at now: BootInstant) -> FenceChange? {
        guard window == .overdue else { return nil }
        guard isSuppressing, var crossing = suppressed else {
            window = .closed
            return nil
        }
        crossing.isLate = true
        window.begin(at: now, period_ns: rules.ignorePeriod_ns)
        return report(crossing, at: now, isDeferred: true)
    }

    /// Reports the confirmed state at the end of the ignore window, if it differs from the reported
    /// one. While the source is stale, the report waits for a fix that confirms it.
    private mutating func endWindow(
        _ rules: FenceRules, isStale: Bool, at now: BootInstant
    ) -> FenceChange? {
        guard isSuppressing, let crossing = suppressed else {
            window = .closed
            return nil
        }
        guard !isStale else {
            window = .overdue
            return nil
        }
        window.begin(at: now, period_ns: rules.ignorePeriod_ns)
        return report(crossing, at: now, isDeferred: true)
    }

    /// Makes the confirmed state the reported one, and begins or ends the visit.
    private mutating func report(
        _ crossing: Crossing, at now: BootInstant, isInitial: Bool = false, isDeferred: Bool = false
    ) -> FenceChange {
        if confirmed == .inside { visit = Visit(since: crossing) }
        let report = FenceChange.Report(
            side: confirmed, crossing: crossing, visit: visit ?? Visit(foundAt: now),
            isInitial: isInitial, isDeferred: isDeferred,
            suppressedToggles: isInitial ? 0 : suppressedToggles)
        if confirmed != .inside { (visit, dwell) = (nil, nil) }
        guard !isInitial else { return .reported(report) }
        (suppressed, flapping) = (nil, nil)
        (reported, reportedAt, suppressedToggles) = (confirmed, now, 0)
        return .reported(report)
    }

    /// Counts a dwell event at its deadline; pauses the clock instead when there has been no
    /// evidence for too long.
    private mutating func dwelled(
        _ deadline: BootInstant, _ rules: FenceRules, after evidence: BootInstant, gap_s: Double,
        at now: BootInstant
    ) -> FenceChange? {
        guard var clock = dwell, let visit, let dwell_s = rules.dwell_s,
            clock.deadline(dwell_s: dwell_s, repeat_s: rules.dwellRepeat_s) == deadline
        else { return nil }
        let pause = evidence.advanced(bySeconds: gap_s)
        guard now <= pause else {
            dwell?.pause(at: pause)
            return nil
        }
        clock.countEvent(at: now, dwell_s: dwell_s, repeat_s: rules.dwellRepeat_s)
        dwell = clock
        return .dwelled(
            FenceChange.Dwell(
                visit: visit, deadline: deadline, duration_s: clock.seconds(at: deadline),
                suppressedToggles: suppressedToggles))
    }
}
