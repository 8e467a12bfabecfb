import Chronology

/// Whose words on positions count, where a multiplexer puts several instruments on one line: beside a
/// receiver an AIS transponder with an antenna of its own or without one, or a plotter that repeats.
///
/// The lead is who gives positions, a satellite receiver before any other. Another talker is a
/// `Companion`: as long as the lead gives positions, its word counts where it proves to be the lead's.
struct LeadInstrument {
    /// The lead is lost when it gave no position for so long,
    private static let patience_s = 30.0
    /// or while others gave so many: recordings tell no arrivals.
    private static let patience = 60

    /// What a satellite receiver is known by; no talker has these letters.
    private static let satellites: UInt16 = 1

    /// What it is known by; 0 before the first position.
    private var lead: UInt16 = 0
    private var last = Companion.Place()
    private var lastAt = BootInstant(nanoseconds: 0)
    private var positionsOfOthers = 0
    private var second = SecondReceiver()
    private var companions = InlineArray<4, Companion>(repeating: Companion())
    private var count = 0

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
        guard instrument(observation.talker) == lead else {
            return heedsOther(observation, isNoFix: isNoFix, at: now)
        }
        if observation.hasPosition, !isNoFix { note(observation, at: now) }
        return true
    }

    @inline(never)
    private mutating func heedsOther(
        _ observation: Observation, isNoFix: Bool, at now: BootInstant
    ) -> Bool {
        let isPosition = observation.hasPosition && !isNoFix
        let instrument = instrument(observation.talker)
        if isPosition { positionsOfOthers += 1 }
        if lead == 0 || positionsOfOthers > Self.patience
            || now.seconds(since: lastAt) > Self.patience_s
            || isPosition && instrument == Self.satellites
        {
            guard isPosition else { return true }
            lead = instrument
            count = 0
            note(observation, at: now)
            return true
        }
        let place = place(of: observation.talker)
        if isPosition {
            let companion = place ?? add(observation.talker)
            companions[companion].note(Companion.Place(observation), lead: last)
            return !companions[companion].isStranger
        }
        if isNoFix { return place.map { companions[$0].isLead } ?? false }
        return place.map { !companions[$0].isStranger } ?? true
    }

    /// Takes note of a position of the lead.
    @inline(__always)
    private mutating func note(_ observation: Observation, at now: BootInstant) {
        last = Companion.Place(observation)
        lastAt = now
        positionsOfOthers = 0
        for place in 0..<count { companions[place].compare(with: last) }
    }

    private func place(of talker: UInt16) -> Int? {
        for place in 0..<count where companions[place].talker == talker { return place }
        return nil
    }

    /// The place of a new companion; beyond four the last one makes room.
    private mutating func add(_ talker: UInt16) -> Int {
        if count < companions.count { count += 1 }
        companions[count - 1] = Companion(talker: talker)
        return count - 1
    }

    /// What an instrument is known by: the talkers of satellite systems are of one receiver, which often
    /// changes them when it loses its fix; any other is known by its own.
    @inline(__always)
    private func instrument(_ talker: UInt16) -> UInt16 {
        Self.isOfSatellites(talker) && talker != second.talker ? Self.satellites : talker
    }

    @inline(__always)
    private static func isOfSatellites(_ talker: UInt16) -> Bool {
        // G?, BD, QZ and PQ.
        talker >> 8 == 0x47 || talker == 0x4244 || talker == 0x515A || talker == 0x5051
    }
}
