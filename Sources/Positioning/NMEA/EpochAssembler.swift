import Chronology

/// Groups sentences into epochs and delivers each epoch's fix at the earliest safe moment: with the
/// last sentence of the learned cycle, else after a short silence, else when the next epoch begins.
struct EpochAssembler {
    /// GSA's word for "no fix". Receivers say it of single constellations too, so it counts only
    /// when every GSA of an epoch says it.
    static let noSolution = 1

    let settings: NMEASettings
    var calendar = ReceiverCalendar()
    private(set) var sky = SkyView()
    private(set) var counts = DecoderCounts()

    private var epoch = Epoch()
    private var early = EarlyWords()
    private var cycleEnd = CycleEnd()
    private var clock: ReceiverClock
    private var held = HeldDimensions()
    private var lead = LeadInstrument()
    private var measures = HeldMeasures()
    private var borrowed = DateOfAnother()
    private var cycle = CycleTime()

    init(_ settings: NMEASettings) {
        self.settings = settings
        clock = ReceiverClock(
            buildDate: settings.buildDate, repairs: settings.repairsWeekRollover)
    }

    /// Whether an epoch waits for more sentences.
    var isWaiting: Bool { epoch.isOpen && !epoch.isDelivered && !epoch.isReportedVoid }

    mutating func distrustDates(outsideWindowOf buildDate: UTCInstant) {
        clock.doubts = TimeDoubt(buildDate: buildDate)
    }

    mutating func countBytes(_ count: Int) {
        counts.bytes += count
    }

    @inline(__always)
    mutating func countSentence(isIgnored: Bool) {
        counts.sentences &+= 1
        if isIgnored { counts.ignored &+= 1 }
    }

    @inline(never)
    mutating func discard(_ reason: DiscardReason, _ report: (Report) -> Void) {
        counts.discards.count(reason)
        report(.discard(reason))
    }

    /// Takes one sentence.
    @inline(__always)
    mutating func add(
        _ observation: Observation, at now: BootInstant, _ report: (Report) -> Void
    ) {
        let saysNoFix = settings.saysNoFix(observation)
        switch cycle.decide(observation, isNoFix: saysNoFix, at: now) {
        case .use: break
        case .wait: return
        case .leaveOut: return discard(.sentencesDisagree, report)
        case .useAlone: discard(.sentencesDisagree, report)
        case .useAfterWaiting: useWaiting(cycle.takeWaiting(), at: now, report)
        }
        use(observation, saysNoFix: saysNoFix, at: now, report)
    }

    /// Takes the stream as ended.
    mutating func finish(at now: BootInstant, _ report: (Report) -> Void) {
        useWaiting(cycle.finish(), at: now, report)
        close(at: now, report)
    }

    @inline(never)
    private mutating func useWaiting(
        _ observation: Observation?, at now: BootInstant, _ report: (Report) -> Void
    ) {
        guard let observation else { return }
        use(observation, saysNoFix: settings.saysNoFix(observation), at: now, report)
    }

    @inline(__always)
    private mutating func use(
        _ observation: Observation, saysNoFix: Bool, at now: BootInstant,
        _ report: (Report) -> Void
    ) {
        guard lead.heeds(observation, isNoFix: saysNoFix, at: now) else {
            counts.ignored &+= 1
            if !saysNoFix, !lead.isDated, observation.packedDate >= 0 {
                borrowed.take(
                    observation, besides: epoch.timeOfDay, calendar: &calendar,
                    doubts: clock.doubts, at: now)
            }
            if lead.isEcho { early.takeVelocity(of: observation) }
            return
        }
        if observation.hasBadDate { discard(.badDate, report) }
        if observation.packedDate >= 0, !lead.isSpeaking || lead.isReceiver {
            borrowed.note(observation, calendar: &calendar)
        }
        switch observation.kind {
        case .rmc, .gga, .gns, .gll: addPosition(observation, at: now, report)
        case .gsa, .gst, .vtg, .hdt, .ths: addSupplement(observation, at: now, report)
        case .gsv:
            sky.note(
                talker: observation.talker, signal: observation.signal,
                visible: observation.satellitesVisible)
        case .zda: anchor(observation, at: now, report)
        }
        // Behind the epoch that it ends, which is of before.
        if !saysNoFix { measures.note(observation, timeOfDay: timeOfMeasures(observation)) }
    }

    /// Takes the time that a TAG block told for the sentence that comes now.
    @inline(never)
    mutating func noteLineTime(_ time: UTCInstant) {
        if clock.doubts.doubt(about: time, expected: nil, systemTime: nil) == nil {
            calendar.lineTime = time
        }
    }

    /// Takes the epoch as complete, and what comes now as of the next one.
    mutating func fallSilent(at now: BootInstant, _ report: (Report) -> Void) {
        close(at: now, report)
        epoch.hasEnded = true
        early.forgetGSA()
    }

    /// Takes the epoch as complete: the next one begins, or the line ended.
    private mutating func close(at now: BootInstant, _ report: (Report) -> Void) {
        guard epoch.isOpen, !epoch.hasEnded else { return }
        if !epoch.isDelivered {
            deliver(at: now, report)
        } else if epoch.verdict.overall.rawValue > Observation.Verdict.deadReckoned.rawValue {
            reportVoid(report)
        }
        cycleEnd.learn(from: epoch.roll)
    }

    @inline(__always)
    private mutating func addPosition(
        _ observation: Observation, at now: BootInstant, _ report: (Report) -> Void
    ) {
        let key = SentenceRoll.Key(kind: observation.kind, talker: observation.talker)
        if epoch.isOpen, epoch.isOf(observation) {
            if epoch.roll.contains(key) {
                discard(.repeatedEpoch, report)
                return
            }
        } else {
            if observation.verdict == .void { epoch.leaveTrailingGSA() }
            if !epoch.hasEnded { partCycles(at: now) }
            close(at: now, report)
            epoch = early.take(for: observation.timeOfDay)
        }
        epoch.roll.note(key, isCertain: true, at: now)
        if epoch.isDelivered {
            epoch.verdict.note(observation)
            if epoch.verdict.settled.rawValue > Observation.Verdict.deadReckoned.rawValue {
                reportVoid(report)
            } else if observation.kind == .rmc {
                // An RMC that comes less often than the sentence that ends the cycle is too late
                // for its own fix, and the next one has none.
                anchor(observation, at: now, report)
                if epoch.speed.isNaN { early.takeVelocity(of: observation) }
            }
            return
        }
        epoch.merge(observation, isOfLead: lead.isSpeaking)
        settle(key, at: now, report)
    }

    /// Tells what still is of this cycle from what began the one whose first position comes `now`.
    @inline(__always)
    private mutating func partCycles(at now: BootInstant) {
        epoch.roll.leaveOutNextCycle(at: now)
        if epoch.roll.contains(.gsa) { early.forgetGSA() }
    }

    /// Dates the times of day that follow.
    @inline(never)
    private mutating func anchor(
        _ observation: Observation, at now: BootInstant, _ report: (Report) -> Void
    ) {
        guard observation.packedDate >= 0, observation.timeOfDay >= 0 else { return }
        let instant = calendar.anchor(
            date: observation.packedDate, timeOfDay: observation.timeOfDay, at: now)
        guard let instant else { return discard(.badDate, report) }
        if observation.kind == .zda { calendar.untimed.note(instant, at: now) }
    }

    @inline(__always)
    private mutating func addSupplement(
        _ observation: Observation, at now: BootInstant, _ report: (Report) -> Void
    ) {
        if observation.kind == .gsa {
            held.note(observation.dimensions, timeOfDay: epoch.timeOfDay)
        }
        guard epoch.isOpen else { return }
        let key = SentenceRoll.Key(kind: observation.kind, talker: observation.talker)
        if epoch.isOver(for: observation) {
            let isOfThisCycle =
                (observation.kind == .gsa && !epoch.hasEnded)
                || (observation.kind == .gst && observation.timeOfDay == epoch.timeOfDay)
            if isOfThisCycle {
                epoch.roll.note(key, isCertain: observation.timeOfDay >= 0, at: now)
            }
            early.take(observation)
            return
        }
        epoch.roll.note(key, isCertain: observation.timeOfDay >= 0, at: now)
        let time = epoch.timeOfDay
        epoch.merge(observation)
        epoch.timeOfDay = time
        settle(key, at: now, report)
    }

    /// Delivers the epoch if it is complete, reports it at once if it is void whatever comes.
    @inline(__always)
    private mutating func settle(
        _ key: SentenceRoll.Key, at now: BootInstant, _ report: (Report) -> Void
    ) {
        if settings.isNoFix(epoch.verdict.settled) {
            reportVoid(report)
        } else if cycleEnd.key == key, epoch.hasPosition, epoch.verdict.overall != .silent,
            !settings.isNoFix(epoch.verdict.overall), epoch.dimensions != Self.noSolution
        {
            deliver(at: now, report)
        }
    }

    /// The time of day that a sentence is about; GSA tells none and is about the present epoch.
    @inline(__always)
    private func timeOfMeasures(_ observation: Observation) -> Int64 {
        observation.kind == .gsa ? epoch.timeOfDay : observation.timeOfDay
    }

    @inline(never)
    private mutating func reportVoid(_ report: (Report) -> Void) {
        guard !epoch.isReportedVoid else { return }
        epoch.isReportedVoid = true
        measures.forget()
        switch epoch.verdict.overall {
        case .notMeasured: noFix(.notMeasured, report)
        case .deadReckoned: noFix(.deadReckoning, report)
        case .void, .silent, .valid: noFix(.void, report)
        }
    }

    private mutating func noFix(_ reason: NoFixReason, _ report: (Report) -> Void) {
        counts.noFixReasons.count(reason)
        report(.noFix(reason))
    }

    private mutating func deliver(at now: BootInstant, _ report: (Report) -> Void) {
        held.nextEpoch()
        let stamp = clock.stamp(
            timeOfDay: epoch.timeOfDay, date: epoch.packedDate, calendar: &calendar, at: now)
        if stamp.hasBadDate { discard(.badDate, report) }
        if let fault = stamp.fault {
            counts.count(fault)
            report(.timeFault(fault))
        }
        guard !epoch.isReportedVoid else { return }
        let verdict = epoch.verdict.overall
        guard verdict != .silent, !settings.isNoFix(verdict), epoch.dimensions != Self.noSolution
        else {
            return reportVoid(report)
        }
        guard epoch.hasPosition else {
            epoch.isReportedVoid = true
            return noFix(.noCoordinates, report)
        }
        epoch.isDelivered = true
        if epoch.hasConflict { return discard(.conflict, report) }
        if settings.isNullIsland(epoch.latitude, epoch.longitude) {
            return discard(.nullIsland, report)
        }
        measures.complete(&epoch)
        counts.fixes &+= 1
        report(
            .fix(
                epoch.fix(
                    stamp, heldDimensions: held.value(at: epoch.timeOfDay),
                    satellitesVisible: sky.visible, uereMetres: settings.uereMetres)))
    }
}
