import Chronology

/// Groups sentences into epochs and delivers the fix of each epoch as early as is safe: with the
/// last sentence of the learned cycle, else after a short silence, else when the next epoch begins.
struct EpochAssembler {
    /// The mode of GSA for "no fix". Receivers also send it for single satellite systems, so it is
    /// used only when every GSA of an epoch has it.
    static let noSolution = 1

    let settings: NMEASettings
    var calendar = ReceiverCalendar()
    private(set) var sky = SkyView()
    private(set) var counts = DecoderCounts()

    private var epoch = Epoch()
    private var carriedOver = CarriedOver()
    private var cycleEnd = CycleEnd()
    private var clock: ReceiverClock
    private var holdover = Holdover()
    /// The number of GSA sentences of the last epoch that had any.
    private var usualGSA = 0
    private var borrowed: BorrowedDate = .init()

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

    /// Merges a sentence into the epoch.
    ///
    /// - Parameters:
    ///   - isNoFix: whether the sentence reports that there is no fix.
    ///   - isOwn: whether the sentence is from the selected talker.
    ///   - datesOwn: whether its date is as good as a date from the selected talker.
    @inline(__always)
    mutating func take(
        _ observation: Observation, isNoFix: Bool, isOwn: Bool, datesOwn: Bool,
        at now: BootInstant, _ report: (Report) -> Void
    ) {
        if observation.hasBadDate { discard(.badDate, report) }
        if observation.packedDate >= 0, datesOwn {
            borrowed.note(observation, calendar: &calendar)
        }
        switch observation.kind.descriptor.role {
        case .position: addPosition(observation, isOwn: isOwn, at: now, report)
        case .supplement: addSupplement(observation, at: now, report)
        case .satellites:
            sky.note(
                talker: observation.talker, signal: observation.signal,
                visible: observation.satellitesVisible)
        case .date: anchor(observation, at: now, report)
        case .datum: break
        }
        // This runs after the previous epoch was closed.
        if !isNoFix { holdover.note(observation, timeOfDay: timeOfMeasures(observation)) }
    }

    /// Handles a sentence from a talker that is not selected.
    ///
    /// - Parameters:
    ///   - lendsDate: whether its date may be borrowed.
    ///   - isEcho: whether it is a recent position whose velocity may be the only one available.
    @inline(never)
    mutating func ignore(
        _ observation: Observation, lendsDate: Bool, isEcho: Bool, at now: BootInstant
    ) {
        counts.ignored &+= 1
        if lendsDate, observation.packedDate >= 0 {
            borrowed.take(
                observation, besides: epoch.timeOfDay, calendar: &calendar,
                doubts: clock.doubts, at: now)
        }
        if isEcho { carriedOver.takeVelocity(of: observation) }
    }

    /// Stores the time that a TAG block gives for the next sentence, if it is plausible.
    @inline(never)
    mutating func noteLineTime(_ time: UTCInstant) {
        if clock.doubts.doubt(about: time, expected: nil, systemTime: nil) == nil {
            calendar.lineTime = time
        }
    }

    /// Stores the date that a log gives before the next sentence, if it is plausible.
    @inline(never)
    mutating func noteLineDate(_ time: UTCInstant) {
        if clock.doubts.doubt(about: time, expected: nil, systemTime: nil) == nil {
            calendar.lineDate = time
        }
    }

    /// Completes the epoch after a silence; later sentences belong to the next epoch.
    mutating func fallSilent(at now: BootInstant, _ report: (Report) -> Void) {
        close(at: now, report)
        epoch.hasEnded = true
        carriedOver.forgetGSA()
    }

    /// Completes the epoch when the next one begins or the stream ended.
    mutating func close(at now: BootInstant, _ report: (Report) -> Void) {
        guard epoch.isOpen, !epoch.hasEnded else { return }
        if !epoch.isDelivered {
            deliver(at: now, report)
        } else if epoch.verdict.overall.rawValue > Observation.Verdict.deadReckoned.rawValue {
            reportVoid(report)
        }
        cycleEnd.learn(from: epoch.sentences)
        if epoch.countGSA > 0 { usualGSA = epoch.countGSA }
    }

    @inline(__always)
    private mutating func addPosition(
        _ observation: Observation, isOwn: Bool, at now: BootInstant,
        _ report: (Report) -> Void
    ) {
        let key = EpochSentences.Key(kind: observation.kind, talker: observation.talker)
        if epoch.isOpen, epoch.isOf(observation) {
            if epoch.sentences.contains(key) {
                // Without a position, the same time shows no frozen receiver: it may have no clock.
                guard observation.verdict != .void else {
                    if epoch.hasEnded { noFix(.void, report) }
                    return
                }
                discard(.repeatedEpoch, report)
                return
            }
        } else {
            if observation.verdict == .void { epoch.leaveTrailingGSA() }
            if !epoch.hasEnded { partCycles(at: now) }
            close(at: now, report)
            epoch = carriedOver.take(for: observation.timeOfDay)
        }
        epoch.sentences.note(key, isCertain: true, at: now)
        if epoch.isDelivered {
            epoch.verdict.note(observation)
            if epoch.verdict.settled.rawValue > Observation.Verdict.deadReckoned.rawValue {
                reportVoid(report)
            } else if observation.kind == .rmc {
                // An RMC that is less frequent than the sentence that ends the cycle is too late
                // for its own fix, and the next fix has no RMC.
                anchor(observation, at: now, report)
                if epoch.speed.isNaN { carriedOver.takeVelocity(of: observation) }
            }
            return
        }
        epoch.merge(observation, isOwn: isOwn)
        settle(key, at: now, report)
    }

    /// Separates the sentences of this cycle from those of the next one, whose first position
    /// arrives `now`.
    @inline(__always)
    private mutating func partCycles(at now: BootInstant) {
        epoch.sentences.leaveOutNextCycle(at: now)
        if epoch.sentences.contains(.gsa) { carriedOver.forgetGSA() }
    }

    /// Sets the date of the following times of day.
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
            holdover.noteDimensions(observation.dimensions, timeOfDay: epoch.timeOfDay)
        }
        guard epoch.isOpen else { return }
        let key = EpochSentences.Key(kind: observation.kind, talker: observation.talker)
        if epoch.isOver(for: observation) {
            let isOfThisCycle =
                (observation.kind == .gsa && !epoch.hasEnded)
                || (observation.kind == .gst && observation.timeOfDay == epoch.timeOfDay)
            if isOfThisCycle {
                epoch.sentences.note(key, isCertain: observation.timeOfDay >= 0, at: now)
            }
            carriedOver.take(observation)
            return
        }
        epoch.sentences.note(key, isCertain: observation.timeOfDay >= 0, at: now)
        let time = epoch.timeOfDay
        epoch.merge(observation)
        epoch.timeOfDay = time
        settle(key, at: now, report)
    }

    /// Delivers the epoch if it is complete. Reports a missing fix at once if no later sentence can
    /// make the epoch valid.
    @inline(__always)
    private mutating func settle(
        _ key: EpochSentences.Key, at now: BootInstant, _ report: (Report) -> Void
    ) {
        if settings.isNoFix(epoch.verdict.settled) {
            reportVoid(report)
        } else if cycleEnd.key == key, epoch.hasPosition, epoch.verdict.overall != .silent,
            !settings.isNoFix(epoch.verdict.overall), epoch.dimensions != Self.noSolution
        {
            deliver(at: now, report)
        }
    }

    /// Returns the time of day of the measurement of a sentence. GSA has none and belongs to the
    /// current epoch.
    @inline(__always)
    private func timeOfMeasures(_ observation: Observation) -> Int64 {
        observation.kind == .gsa ? epoch.timeOfDay : observation.timeOfDay
    }

    @inline(never)
    private mutating func reportVoid(_ report: (Report) -> Void) {
        guard !epoch.isReportedVoid else { return }
        epoch.isReportedVoid = true
        holdover.forgetMeasures()
        switch epoch.verdict.overall {
        case .notMeasured: noFix(.notMeasured, report)
        case .deadReckoned: noFix(.deadReckoning, report)
        case .void, .silent, .valid: noFix(epoch.isLastKnown ? .lastKnown : .void, report)
        }
    }

    private mutating func noFix(_ reason: NoFixReason, _ report: (Report) -> Void) {
        counts.noFixReasons.count(reason)
        report(.noFix(reason))
    }

    private mutating func deliver(at now: BootInstant, _ report: (Report) -> Void) {
        holdover.nextEpoch()
        let stamp = clock.stamp(
            timeOfDay: epoch.timeOfDay, date: epoch.packedDate, calendar: &calendar, at: now)
        if stamp.hasBadDate { discard(.badDate, report) }
        if let fault = stamp.fault {
            counts.count(fault)
            report(.timeFault(fault))
        }
        guard !epoch.isReportedVoid else { return }
        let verdict = epoch.verdict.overall
        // A GSA that was lost may have had the solution.
        let isUnsolved = epoch.dimensions == Self.noSolution && epoch.countGSA >= usualGSA
        guard verdict != .silent, !settings.isNoFix(verdict), !isUnsolved else {
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
        holdover.complete(&epoch)
        counts.fixes &+= 1
        report(
            .fix(
                epoch.fix(
                    stamp, heldDimensions: holdover.dimensions(at: epoch.timeOfDay),
                    satellitesVisible: sky.visible, uereMetres: settings.uereMetres)))
    }
}
