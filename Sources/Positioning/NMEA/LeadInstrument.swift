import Chronology

/// Whose words on positions count, where a multiplexer puts several instruments on one line: beside a
/// receiver an AIS transponder with an antenna of its own or without one, or a plotter that repeats.
///
/// The lead is who gives positions, a satellite receiver before any other. As long as it does, others
/// cannot deny them, and theirs count where they go on from its own: so does one instrument that speaks
/// under two names. Who gives none leads nobody.
struct LeadInstrument {
    /// What a satellite receiver is known by; no talker has these letters.
    private static let satellites: UInt16 = 1
    /// Nanoseconds without a position, beyond two of the usual pauses, after which there is no lead.
    private static let patience: Int64 = 1_500_000_000
    /// The longest pause that is taken for a usual one.
    private static let longestPause: Int64 = 15_000_000_000
    /// Metres per second that a lead may move that tells no speed.
    private static let unknownSpeed = 60.0

    /// Whether the last sentence was of the lead.
    private(set) var isSpeaking = false
    /// Whether it was a position of shortly before the lead's last one: as a place it comes too late, but
    /// its velocity may be all there is.
    private(set) var isEcho = false
    /// Whether the lead has told a date.
    private(set) var isDated = false
    /// Whether the lead is a satellite receiver.
    var isReceiver: Bool { lead == Self.satellites }
    /// Whether the lead has told a GSA: those of others are not about its solution.
    private var tellsDimensions = false
    /// What it is known by; 0 for none.
    private var lead: UInt16 = 0
    private var last = SpokenMoment()
    /// The latest of its moments, and when it came.
    private var latest: Int64 = -1
    private var latestAt = BootInstant(nanoseconds: 0)
    /// When it last gave a position, of a new moment or again of one of before.
    private var spokeAt = BootInstant(nanoseconds: 0)
    private var elapsedWhenItSpoke: Int64 = 0
    /// Nanoseconds between its last two moments.
    private var pause: Int64 = 1_000_000_000
    private var speed = Double.nan
    /// Runs since its latest moment.
    private var others = ClockOfOthers()
    /// The last moment of a satellite receiver that was lost: one that repeats it does not lead again.
    private var lostMoment: Int64 = -1
    private var second = SecondReceiver()

    /// Whether a sentence counts.
    ///
    /// - Parameter isNoFix: whether it says that there is no fix, by a position that is none, too.
    @inline(__always)
    mutating func heeds(_ observation: Observation, isNoFix: Bool, at now: BootInstant) -> Bool {
        if observation.kind == .rmc || observation.kind == .gll,
            Self.isOfSatellites(observation.talker)
        {
            second.note(observation, isNoFix: isNoFix)
        }
        isSpeaking = instrument(observation.talker) == lead
        isEcho = false
        guard isSpeaking else { return heedsOther(observation, isNoFix: isNoFix, at: now) }
        if !observation.speed.isNaN { speed = observation.speed }
        if observation.packedDate >= 0, !isNoFix { isDated = true }
        if observation.kind == .gsa { tellsDimensions = true }
        if isNoFix {
            if isOfAll(observation) { lead = 0 }
        } else if observation.hasPosition {
            if observation.timeOfDay < 0 || observation.timeOfDay != last.timeOfDay {
                note(observation, at: now)
            }
            noteWord(at: now)
        }
        return true
    }

    @inline(never)
    private mutating func heedsOther(
        _ observation: Observation, isNoFix: Bool, at now: BootInstant
    ) -> Bool {
        let isPosition = observation.hasPosition && !isNoFix
        let instrument = instrument(observation.talker)
        others.note(observation)
        let isLost = isLost(at: now)
        if isLost || isPosition && instrument == Self.satellites && !isFrozen(observation) {
            guard isPosition else { return !isNoFix || isSilent(at: now) }
            if isLost, isReceiver { lostMoment = latest }
            lead = instrument
            isSpeaking = true
            isDated = observation.packedDate >= 0
            tellsDimensions = false
            speed = observation.speed
            latest = -1
            note(observation, at: now)
            noteWord(at: now)
            return true
        }
        if isNoFix || tellsDimensions && observation.kind == .gsa { return false }
        return !isPosition || goesOn(SpokenMoment(observation), speed: observation.speed)
    }

    /// Takes note of a position of the lead.
    @inline(__always)
    private mutating func note(_ observation: Observation, at now: BootInstant) {
        if last.timeOfDay >= 0, observation.timeOfDay >= 0 {
            let apart = SpokenMoment.nanoseconds(
                from: last.timeOfDay, to: observation.timeOfDay)
            if apart > 0, apart <= Self.longestPause { pause = apart }
        }
        last = SpokenMoment(observation)
        guard isLatest(observation.timeOfDay) else { return }
        latest = observation.timeOfDay
        latestAt = now
        others = ClockOfOthers()
    }

    /// Takes note that the lead gave a position, new or again.
    @inline(__always)
    private mutating func noteWord(at now: BootInstant) {
        spokeAt = now
        elapsedWhenItSpoke = others.elapsed
    }

    /// Nanoseconds without a position that its usual pauses explain.
    private var reach: Int64 { 2 * pause + Self.patience }

    /// Whether there is no lead that gives new moments.
    private func isLost(at now: BootInstant) -> Bool { isOverdue(since: latestAt, 0, at: now) }

    /// Whether there is no lead that gives positions. One that repeats a moment does: the "no fix" of another
    /// would end that moment, and its repetition pass for a new one.
    private func isSilent(at now: BootInstant) -> Bool {
        isOverdue(since: spokeAt, elapsedWhenItSpoke, at: now)
    }

    /// Whether there is no lead, or too much time has passed since an instant of its own, on the boot clock or
    /// on that of others.
    private func isOverdue(
        since instant: BootInstant, _ elapsed: Int64, at now: BootInstant
    ) -> Bool {
        lead == 0 || others.elapsed - elapsed > reach
            || now.nanoseconds - instant.nanoseconds > reach
    }

    /// Whether a time of the lead is behind all that it has told, or so long before that its clock was set.
    @inline(__always)
    private func isLatest(_ timeOfDay: Int64) -> Bool {
        guard timeOfDay >= 0, latest >= 0 else { return true }
        let apart = SpokenMoment.nanoseconds(from: latest, to: timeOfDay)
        return apart > 0 || apart < -reach
    }

    /// Whether a position may be the next one of the lead, or the same: not one of before, nor farther
    /// away than it can have moved.
    private mutating func goesOn(_ moment: SpokenMoment, speed own: Double) -> Bool {
        guard moment.timeOfDay >= 0, last.timeOfDay >= 0 else { return true }
        let apart = SpokenMoment.nanoseconds(from: last.timeOfDay, to: moment.timeOfDay)
        isEcho = apart < 0 && apart >= -reach
        guard apart >= 0, apart <= 2 * reach else { return false }
        let known = own.isNaN || own < speed ? speed : own
        let fastest = known.isNaN ? Self.unknownSpeed : 5 + 1.5 * known
        let limit = Epoch.agreementMetres + fastest * Double(apart) / 1e9
        return last.distanceSquared(to: moment) <= limit * limit
    }

    /// Whether a position repeats the moment with which a receiver was lost, or one of shortly before.
    private func isFrozen(_ observation: Observation) -> Bool {
        guard observation.timeOfDay >= 0, lostMoment >= 0 else { return false }
        let apart = SpokenMoment.nanoseconds(from: lostMoment, to: observation.timeOfDay)
        return apart <= 0 && apart >= -reach
    }

    /// Whether a sentence speaks for all constellations: receivers repeat GGA, GNS and GSA for each.
    private func isOfAll(_ observation: Observation) -> Bool {
        switch observation.kind {
        case .rmc, .gll: true
        case .gga, .gns: !isReceiver || observation.talker == Epoch.combinedTalker
        case .gsa, .gst, .vtg, .gsv, .zda, .hdt, .ths: false
        }
    }

    /// What an instrument is known by: the talkers of satellite systems are of one receiver, which often
    /// changes them when it loses its fix; any other is known by its own.
    @inline(__always)
    private func instrument(_ talker: UInt16) -> UInt16 {
        talker != second.talker ? Self.family(talker) : talker
    }

    /// The same where only one satellite receiver is on the line.
    @inline(__always)
    static func family(_ talker: UInt16) -> UInt16 {
        isOfSatellites(talker) ? satellites : talker
    }

    @inline(__always)
    private static func isOfSatellites(_ talker: UInt16) -> Bool {
        // G?, BD, QZ and PQ.
        talker >> 8 == 0x47 || talker == 0x4244 || talker == 0x515A || talker == 0x5051
    }
}
