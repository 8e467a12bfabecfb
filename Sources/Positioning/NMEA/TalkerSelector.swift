import Chronology

/// Selects the talker whose positions are used when several instruments share one line: a receiver
/// together with an AIS transponder, with or without its own antenna, or with a plotter that
/// repeats sentences.
///
/// The selected talker sends positions; a satellite receiver comes before any other. While it does,
/// a "no fix" of another talker is ignored, and a position of another is used only if it continues
/// the own ones: one instrument may send under two talkers. A talker without positions is never
/// selected.
struct TalkerSelector {
    /// What to do with a sentence.
    enum Selection {
        /// It is used.
        ///
        /// - Parameters:
        ///   - isOwn: whether it is of the selected talker.
        ///   - datesOwn: whether its date is as good as one of the selected talker, which is a
        ///     satellite receiver or no instrument with positions.
        case use(isOwn: Bool, datesOwn: Bool)
        /// It is not used.
        ///
        /// - Parameters:
        ///   - lendsDate: whether its date may be borrowed: the selected talker has sent none.
        ///   - isEcho: whether it is a position of shortly before the last one of the selected
        ///     talker: as a position it is too late, but its velocity may be the only one.
        case ignore(lendsDate: Bool, isEcho: Bool)
    }

    /// Nanoseconds without a position, beyond two of the usual pauses, after which no talker is
    /// selected.
    private static let patience: Int64 = 1_500_000_000
    /// The longest pause that counts as usual.
    private static let longestPause: Int64 = 15_000_000_000
    /// Metres per second that an instrument without a speed may move.
    private static let unknownSpeed = 60.0

    /// The selected instrument; 0 for none.
    private var selected: UInt16 = 0
    /// Whether it has sent a date.
    private var isDated = false
    /// Whether it has sent a GSA: those of others are not about its solution.
    private var sendsDimensions = false
    private var last = TimedPosition()
    /// The latest time of day that it sent with a position, and when that arrived.
    private var latest: Int64 = -1
    private var latestAt = BootInstant(nanoseconds: 0)
    /// When it last gave a position, of a new time or again of one before.
    private var positionAt = BootInstant(nanoseconds: 0)
    private var elapsedAtPosition: Int64 = 0
    /// Nanoseconds between its last two times.
    private var pause: Int64 = 1_000_000_000
    private var speed = Double.nan
    /// Runs since its latest time.
    private var clock = AuxiliaryClock()
    /// The last time of a satellite receiver that was lost: one that repeats it is not selected
    /// again.
    private var lostTime: Int64 = -1
    private var second = SecondReceiverDetector()

    /// Whether the selected talker is a satellite receiver.
    private var isReceiver: Bool { selected == Talker.satellites }

    /// Decides about a sentence.
    ///
    /// - Parameter isNoFix: whether it reports no fix, also by a placeholder position.
    @inline(__always)
    mutating func select(
        _ observation: Observation, isNoFix: Bool, at now: BootInstant
    ) -> Selection {
        if observation.kind == .rmc || observation.kind == .gll,
            Talker.isOfSatellites(observation.talker)
        {
            second.note(observation, isNoFix: isNoFix)
        }
        guard instrument(observation.talker) == selected else {
            return selectOther(observation, isNoFix: isNoFix, at: now)
        }
        if !observation.speed.isNaN { speed = observation.speed }
        if observation.packedDate >= 0, !isNoFix { isDated = true }
        if observation.kind == .gsa { sendsDimensions = true }
        if isNoFix {
            if isOfAll(observation) { selected = 0 }
        } else if observation.hasPosition {
            if observation.timeOfDay < 0 || observation.timeOfDay != last.timeOfDay {
                note(observation, at: now)
            }
            notePosition(at: now)
        }
        return .use(isOwn: true, datesOwn: isReceiver)
    }

    @inline(never)
    private mutating func selectOther(
        _ observation: Observation, isNoFix: Bool, at now: BootInstant
    ) -> Selection {
        let isPosition = observation.hasPosition && !isNoFix
        let instrument = instrument(observation.talker)
        clock.note(observation)
        let isLost = isLost(at: now)
        if isLost || isPosition && instrument == Talker.satellites && !isFrozen(observation) {
            guard isPosition else {
                return use(!isNoFix || isSilent(at: now), isNoFix: isNoFix)
            }
            if isLost, isReceiver { lostTime = latest }
            selected = instrument
            isDated = observation.packedDate >= 0
            sendsDimensions = false
            speed = observation.speed
            latest = -1
            note(observation, at: now)
            notePosition(at: now)
            return .use(isOwn: true, datesOwn: isReceiver)
        }
        if isNoFix || sendsDimensions && observation.kind == .gsa {
            return use(false, isNoFix: isNoFix)
        }
        guard isPosition else { return use(true, isNoFix: isNoFix) }
        return continues(TimedPosition(observation), speed: observation.speed)
    }

    /// The selection of a sentence of another talker.
    private func use(_ isUsed: Bool, isNoFix: Bool, isEcho: Bool = false) -> Selection {
        isUsed
            ? .use(isOwn: false, datesOwn: true)
            : .ignore(lendsDate: !isNoFix && !isDated, isEcho: isEcho)
    }

    /// Notes a position of the selected talker.
    @inline(__always)
    private mutating func note(_ observation: Observation, at now: BootInstant) {
        if last.timeOfDay >= 0, observation.timeOfDay >= 0 {
            let apart = TimedPosition.nanoseconds(
                from: last.timeOfDay, to: observation.timeOfDay)
            if apart > 0, apart <= Self.longestPause { pause = apart }
        }
        last = TimedPosition(observation)
        guard isLatest(observation.timeOfDay) else { return }
        latest = observation.timeOfDay
        latestAt = now
        clock = AuxiliaryClock()
    }

    /// Notes that the selected talker sent a position, new or repeated.
    @inline(__always)
    private mutating func notePosition(at now: BootInstant) {
        positionAt = now
        elapsedAtPosition = clock.elapsed
    }

    /// Nanoseconds without a position that its usual pauses explain.
    private var reach: Int64 { 2 * pause + Self.patience }

    /// Whether no selected talker gives positions of new times.
    private func isLost(at now: BootInstant) -> Bool { isOverdue(since: latestAt, 0, at: now) }

    /// Whether no selected talker gives positions. One that repeats a time does: the "no fix" of
    /// another would end that epoch, and its repetition pass for a new one.
    private func isSilent(at now: BootInstant) -> Bool {
        isOverdue(since: positionAt, elapsedAtPosition, at: now)
    }

    /// Whether no talker is selected, or too much time has passed since its last instant, on the
    /// boot clock or on the clock of other instruments.
    private func isOverdue(
        since instant: BootInstant, _ elapsed: Int64, at now: BootInstant
    ) -> Bool {
        selected == 0 || clock.elapsed - elapsed > reach
            || now.nanoseconds - instant.nanoseconds > reach
    }

    /// Whether a time of the selected talker is after all its times before, or so long before them
    /// that its clock was set.
    @inline(__always)
    private func isLatest(_ timeOfDay: Int64) -> Bool {
        guard timeOfDay >= 0, latest >= 0 else { return true }
        let apart = TimedPosition.nanoseconds(from: latest, to: timeOfDay)
        return apart > 0 || apart < -reach
    }

    /// Uses a position of another talker that may be the next one of the selected talker, or the
    /// same: not one before, nor farther away than it can have moved.
    private func continues(_ position: TimedPosition, speed own: Double) -> Selection {
        guard position.timeOfDay >= 0, last.timeOfDay >= 0 else {
            return use(true, isNoFix: false)
        }
        let apart = TimedPosition.nanoseconds(from: last.timeOfDay, to: position.timeOfDay)
        let isEcho = apart < 0 && apart >= -reach
        guard apart >= 0, apart <= 2 * reach else {
            return use(false, isNoFix: false, isEcho: isEcho)
        }
        let known = own.isNaN || own < speed ? speed : own
        let fastest = known.isNaN ? Self.unknownSpeed : 5 + 1.5 * known
        let limit = Epoch.agreementMetres + fastest * Double(apart) / 1e9
        return use(last.distanceSquared(to: position) <= limit * limit, isNoFix: false)
    }

    /// Whether a position repeats the time with which a receiver was lost, or one of shortly
    /// before.
    private func isFrozen(_ observation: Observation) -> Bool {
        guard observation.timeOfDay >= 0, lostTime >= 0 else { return false }
        let apart = TimedPosition.nanoseconds(from: lostTime, to: observation.timeOfDay)
        return apart <= 0 && apart >= -reach
    }

    /// Whether a sentence applies to all satellite systems: receivers repeat GGA, GNS and GSA for
    /// each.
    private func isOfAll(_ observation: Observation) -> Bool {
        let descriptor = observation.kind.descriptor
        guard descriptor.role == .position else { return false }
        return !descriptor.isPerSystem || !isReceiver || observation.talker == Talker.combined
    }

    /// The instrument of a talker: a second satellite receiver is known by its own letters.
    @inline(__always)
    private func instrument(_ talker: UInt16) -> UInt16 {
        talker != second.talker ? Talker.instrument(of: talker) : talker
    }
}
