import Chronology

/// Selects the talker whose positions are used when several instruments share one line: a receiver
/// with an AIS transponder, with or without its own antenna, or with a plotter that repeats
/// sentences.
///
/// The selected talker sends positions; satellite receivers take precedence. While it sends them, a
/// "no fix" of another talker is ignored, and a position of another talker is used only if it
/// continues the positions of the selected one, because one instrument may use two talkers. A
/// talker without positions is never selected.
struct TalkerSelector {
    /// The decision about a sentence.
    enum Selection {
        /// The sentence is used.
        ///
        /// - Parameters:
        ///   - isOwn: whether the sentence is from the selected talker.
        ///   - datesOwn: whether its date counts like the date of a satellite receiver. False only
        ///     if the selected talker, which sent it, is another kind of instrument.
        case use(isOwn: Bool, datesOwn: Bool)
        /// The sentence is not used.
        ///
        /// - Parameters:
        ///   - lendsDate: whether its date may be borrowed: the selected talker has sent none.
        ///   - isEcho: whether it is a position shortly before the last one of the selected talker:
        ///     too late as a position, but its velocity may be the only one.
        case ignore(lendsDate: Bool, isEcho: Bool)
    }

    /// Nanoseconds without a position, beyond two of the usual pauses, after which no talker is
    /// selected.
    private static let patience: Int64 = 1_500_000_000
    /// The longest pause in nanoseconds that counts as usual.
    private static let longestPause: Int64 = 15_000_000_000
    /// The assumed maximum speed of an instrument that reports no speed, in metres per second.
    private static let unknownSpeed = 60.0

    /// The selected instrument; 0 for none.
    private var selected: UInt16 = 0
    /// Whether the selected instrument has sent a date.
    private var isDated = false
    /// Whether it has sent a GSA: a GSA of another instrument does not describe its solution.
    private var sendsDimensions = false
    private var last = TimedPosition()
    /// The latest time of day of its positions. `latestAt` is the arrival of that position.
    private var latest: Int64 = -1
    private var latestAt = BootInstant(nanoseconds: 0)
    /// The arrival of its last position, with a new or a repeated time.
    private var positionAt = BootInstant(nanoseconds: 0)
    private var elapsedAtPosition: Int64 = 0
    /// Nanoseconds between its last two times of day.
    private var pause: Int64 = 1_000_000_000
    private var speed = Double.nan
    /// Measures the time since its latest time of day.
    private var clock = AuxiliaryClock()
    /// The last time of a satellite receiver that stopped sending new times: a receiver that
    /// repeats this time is not selected again.
    private var lostTime: Int64 = -1
    private var second = SecondReceiverDetector()

    /// Whether the selected talker is a satellite receiver.
    private var isReceiver: Bool { selected == Talker.satellites }

    /// Returns the decision about a sentence.
    ///
    /// - Parameter isNoFix: whether the sentence reports no fix, also by a placeholder position.
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

    /// Returns the decision about a sentence of a talker that is not selected.
    private func use(_ isUsed: Bool, isNoFix: Bool, isEcho: Bool = false) -> Selection {
        isUsed
            ? .use(isOwn: false, datesOwn: true)
            : .ignore(lendsDate: !isNoFix && !isDated, isEcho: isEcho)
    }

    /// Records a position of the selected talker.
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

    /// Records that the selected talker sent a position, new or repeated.
    @inline(__always)
    private mutating func notePosition(at now: BootInstant) {
        positionAt = now
        elapsedAtPosition = clock.elapsed
    }

    /// The nanoseconds without a position that the usual pauses of the talker explain.
    private var reach: Int64 { 2 * pause + Self.patience }

    /// Whether no selected talker sends positions with new times.
    private func isLost(at now: BootInstant) -> Bool { isOverdue(since: latestAt, 0, at: now) }

    /// Whether no selected talker sends positions, new or repeated: after a repetition, the "no
    /// fix" of another talker would end the epoch, and the next repetition would start a new one.
    private func isSilent(at now: BootInstant) -> Bool {
        isOverdue(since: positionAt, elapsedAtPosition, at: now)
    }

    /// Whether no talker is selected, or too much time has passed since its last position, on the
    /// boot clock or on the clock of other instruments.
    private func isOverdue(
        since instant: BootInstant, _ elapsed: Int64, at now: BootInstant
    ) -> Bool {
        selected == 0 || clock.elapsed - elapsed > reach
            || now.nanoseconds - instant.nanoseconds > reach
    }

    /// Whether a time of the selected talker is after all its earlier times, or so long before them
    /// that its clock was set.
    @inline(__always)
    private func isLatest(_ timeOfDay: Int64) -> Bool {
        guard timeOfDay >= 0, latest >= 0 else { return true }
        let apart = TimedPosition.nanoseconds(from: latest, to: timeOfDay)
        return apart > 0 || apart < -reach
    }

    /// Uses a position of another talker if it may be the same or the next position of the selected
    /// talker: not earlier, and no farther away than the talker can have moved.
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

    /// Whether a position repeats the last time of a receiver that stopped sending new times, or a
    /// slightly earlier time.
    private func isFrozen(_ observation: Observation) -> Bool {
        guard observation.timeOfDay >= 0, lostTime >= 0 else { return false }
        let apart = TimedPosition.nanoseconds(from: lostTime, to: observation.timeOfDay)
        return apart <= 0 && apart >= -reach
    }

    /// Whether a sentence applies to all satellite systems: receivers repeat GGA, GNS and GSA for
    /// each system.
    private func isOfAll(_ observation: Observation) -> Bool {
        let descriptor = observation.kind.descriptor
        guard descriptor.role == .position else { return false }
        return !descriptor.isPerSystem || !isReceiver || observation.talker == Talker.combined
    }

    /// Returns the instrument of a talker. A second satellite receiver has its own talker.
    @inline(__always)
    private func instrument(_ talker: UInt16) -> UInt16 {
        talker != second.talker ? Talker.instrument(of: talker) : talker
    }
}
