import Chronology
import Geodesy

/// Groups sentences into epochs and delivers each epoch's fix at the earliest safe moment: with the
/// last sentence of the learned cycle, else after a short silence, else when the next epoch begins.
struct EpochAssembler {
    /// Times of one epoch that are written with different precision differ by up to half a hundredth.
    static let sameEpochNanoseconds: Int64 = 5_000_000
    /// GSA does not come in every cycle; what it said holds for this many epochs.
    static let dimensionsHold = 10
    /// GSA's word for "no fix". Receivers say it of single constellations too, so it counts only
    /// when every GSA of an epoch says it.
    static let noSolution = 1

    let settings: NMEASettings
    var calendar = ReceiverCalendar()
    private(set) var sky = SkyView()
    private(set) var counts = DecoderCounts()

    private var epoch = Epoch()
    /// What VTG, GST, HDT and THS said after the fix of their epoch: it belongs to the next one.
    private var early = Epoch()
    private var hasEarly = false
    private var earlyGSTTime: Int64 = -1
    private var cycleEnd = CycleEnd()
    private var clock: ReceiverClock
    private var lastDimensions = 0
    private var epochsSinceDimensions = EpochAssembler.dimensionsHold

    init(_ settings: NMEASettings) {
        self.settings = settings
        clock = ReceiverClock(settings)
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
        if observation.hasBadDate { discard(.badDate, report) }
        switch observation.kind {
        case .rmc, .gga, .gns, .gll: addPosition(observation, at: now, report)
        case .gsa, .gst, .vtg, .hdt, .ths: addSupplement(observation, at: now, report)
        case .gsv: sky.note(talker: observation.talker, visible: observation.satellitesVisible)
        case .zda:
            if observation.packedDate >= 0, observation.timeOfDay >= 0,
                calendar.anchor(
                    date: observation.packedDate, timeOfDay: observation.timeOfDay, at: now) == nil
            {
                discard(.badDate, report)
            }
        }
    }

    /// Takes the epoch as complete: the line fell silent, or ended.
    mutating func close(at now: BootInstant, _ report: (Report) -> Void) {
        guard epoch.isOpen else { return }
        if !epoch.isDelivered { deliver(at: now, report) }
        cycleEnd.learn(from: epoch.roll)
    }

    @inline(__always)
    private mutating func addPosition(
        _ observation: Observation, at now: BootInstant, _ report: (Report) -> Void
    ) {
        let key = SentenceRoll.Key(kind: observation.kind, talker: observation.talker)
        if epoch.isOpen, belongs(observation, key) {
            if epoch.roll.contains(key) {
                discard(.repeatedEpoch, report)
                return
            }
        } else {
            close(at: now, report)
            begin(observation)
        }
        epoch.roll.note(key)
        if epoch.isDelivered {
            if observation.verdict.rawValue > Observation.Verdict.deadReckoned.rawValue {
                epoch.verdict = observation.verdict
                reportVoid(report)
            } else if observation.kind == .rmc {
                keepLate(observation, at: now, report)
            }
            return
        }
        epoch.merge(observation)
        settle(key, at: now, report)
    }

    /// Keeps the date and the velocity of an RMC that comes less often than the sentence that ends
    /// the cycle: they are too late for their own fix, and the next one has none.
    @inline(never)
    private mutating func keepLate(
        _ observation: Observation, at now: BootInstant, _ report: (Report) -> Void
    ) {
        if observation.packedDate >= 0, observation.timeOfDay >= 0,
            calendar.anchor(
                date: observation.packedDate, timeOfDay: observation.timeOfDay, at: now) == nil
        {
            discard(.badDate, report)
        }
        guard !observation.speed.isNaN, epoch.speed.isNaN else { return }
        early.speed = observation.speed
        early.course = observation.course
        hasEarly = true
    }

    @inline(__always)
    private func belongs(_ observation: Observation, _ key: SentenceRoll.Key) -> Bool {
        if observation.timeOfDay < 0 || epoch.timeOfDay < 0 { return !epoch.roll.contains(key) }
        return abs(observation.timeOfDay &- epoch.timeOfDay) <= Self.sameEpochNanoseconds
    }

    @inline(__always)
    private mutating func begin(_ observation: Observation) {
        if !hasEarly {
            epoch = Epoch()
            epoch.isOpen = true
            return
        }
        epoch = early
        epoch.isOpen = true
        if earlyGSTTime >= 0 {
            if observation.timeOfDay != earlyGSTTime {
                epoch.sigmaLatitude = .nan
                epoch.sigmaLongitude = .nan
                epoch.sigmaAltitude = .nan
            }
            earlyGSTTime = -1
        }
        early = Epoch()
        hasEarly = false
    }

    @inline(__always)
    private mutating func addSupplement(
        _ observation: Observation, at now: BootInstant, _ report: (Report) -> Void
    ) {
        if observation.kind == .gsa, observation.dimensions > 0 {
            lastDimensions = observation.dimensions
            epochsSinceDimensions = 0
        }
        guard epoch.isOpen else { return }
        let key = SentenceRoll.Key(kind: observation.kind, talker: observation.talker)
        let isOfNextEpoch =
            epoch.isDelivered
            || (observation.kind == .gst && observation.timeOfDay >= 0 && epoch.timeOfDay >= 0
                && abs(observation.timeOfDay - epoch.timeOfDay) > Self.sameEpochNanoseconds)
        if isOfNextEpoch {
            if observation.kind == .gsa {
                epoch.roll.note(key)
            } else {
                if observation.kind == .gst {
                    earlyGSTTime = observation.timeOfDay
                    if observation.timeOfDay == epoch.timeOfDay { epoch.roll.note(key) }
                }
                hasEarly = true
                early.merge(observation)
                early.timeOfDay = -1
            }
            return
        }
        epoch.roll.note(key)
        let time = epoch.timeOfDay
        epoch.merge(observation)
        epoch.timeOfDay = time
        settle(key, at: now, report)
    }

    /// Delivers the epoch if it is complete, reports it at once if it is void.
    @inline(__always)
    private mutating func settle(
        _ key: SentenceRoll.Key, at now: BootInstant, _ report: (Report) -> Void
    ) {
        if epoch.verdict == .void || epoch.verdict == .notMeasured
            || (epoch.verdict == .deadReckoned && !settings.acceptsDeadReckoning)
        {
            reportVoid(report)
        } else if cycleEnd.key == key, epoch.hasPosition, epoch.verdict != .silent,
            epoch.dimensions != Self.noSolution
        {
            deliver(at: now, report)
        }
    }

    @inline(never)
    private mutating func reportVoid(_ report: (Report) -> Void) {
        guard !epoch.isReportedVoid else { return }
        epoch.isReportedVoid = true
        counts.noFixes += 1
        switch epoch.verdict {
        case .notMeasured: report(.noFix(.notMeasured))
        case .deadReckoned: report(.noFix(.deadReckoning))
        case .void, .silent, .valid: report(.noFix(.void))
        }
    }

    private mutating func deliver(at now: BootInstant, _ report: (Report) -> Void) {
        epochsSinceDimensions += 1
        let stamp = clock.stamp(
            timeOfDay: epoch.timeOfDay, date: epoch.packedDate, calendar: &calendar, at: now)
        if stamp.hasBadDate { discard(.badDate, report) }
        if let fault = stamp.fault {
            counts.count(fault)
            report(.timeFault(fault))
        }
        guard !epoch.isReportedVoid else { return }
        guard epoch.verdict != .silent, epoch.dimensions != Self.noSolution else {
            return reportVoid(report)
        }
        guard epoch.hasPosition else {
            epoch.isReportedVoid = true
            counts.noFixes += 1
            return report(.noFix(.noCoordinates))
        }
        epoch.isDelivered = true
        if epoch.hasConflict { return discard(.conflict, report) }
        if epoch.latitude == 0, epoch.longitude == 0, !settings.allowsNullIsland {
            return discard(.nullIsland, report)
        }
        counts.fixes &+= 1
        report(.fix(fix(stamp)))
    }

    private func fix(_ stamp: ReceiverClock.Stamp) -> Fix {
        var fix = Fix(
            position: Coordinate(latitude: epoch.latitude, longitude: epoch.longitude),
            time: stamp.time, timeQuality: stamp.quality)
        fix.isLeapSecond = stamp.isLeapSecond
        let held = epochsSinceDimensions <= Self.dimensionsHold ? lastDimensions : 0
        let dimensions = epoch.dimensions > 1 ? epoch.dimensions : held
        let hasHeight = !epoch.altitude.isNaN
        if dimensions == 3 || (dimensions < 2 && hasHeight) { fix.mode = .threeDimensional }
        if hasHeight {
            fix.altitudeMetres = epoch.altitude
            if !epoch.geoidSeparation.isNaN {
                fix.ellipsoidalHeightMetres = epoch.altitude + epoch.geoidSeparation
            }
        }
        fix.isDeadReckoned = epoch.verdict == .deadReckoned
        fix.speedMetresPerSecond = known(epoch.speed)
        fix.courseDegrees = known(epoch.course)
        fix.headingDegrees = known(epoch.heading)
        fix.hdop = known(epoch.hdop)
        if epoch.satellitesUsed >= 0 || epoch.satellitesListed >= 0 {
            fix.satellitesUsed = max(epoch.satellitesUsed, epoch.satellitesListed)
        }
        fix.satellitesVisible = sky.visible
        let variance =
            (epoch.sigmaLatitude * epoch.sigmaLatitude
                + epoch.sigmaLongitude * epoch.sigmaLongitude) / 2
        fix.horizontalAccuracy =
            HorizontalAccuracy(metres: variance.squareRoot(), level: .oneSigma, basis: .gst)
            ?? HorizontalAccuracy(
                metres: epoch.hdop * settings.uereMetres, level: .rms2D, basis: .hdop)
        // Along one axis 95 % lie within 1.96 sigma.
        fix.verticalAccuracyMetres = known(epoch.sigmaAltitude * 1.96)
        return fix
    }

    @inline(__always)
    private func known(_ value: Double) -> Double? {
        value.isNaN ? nil : value
    }
}
