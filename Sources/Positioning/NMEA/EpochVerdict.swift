/// What the position sentences of an epoch say together about its validity.
///
/// Across the talkers of one kind of sentence the combined solution (`GN`) decides, else the best: a
/// constellation without a position of its own does not void that of the others. Across the kinds
/// the worst counts.
struct EpochVerdict {
    typealias Verdict = Observation.Verdict

    /// What counts of RMC, GGA, GNS and GLL, by their raw values.
    private var ofKind = InlineArray<4, Verdict>(repeating: .silent)
    /// The bits of the kinds of which the combined solution has spoken.
    private var combinedKinds: UInt8 = 0

    /// What all that has come amounts to.
    private(set) var overall = Verdict.silent
    /// The same, but only of what no other talker of the epoch can make better.
    private(set) var settled = Verdict.silent

    @inline(__always)
    init() {}

    /// Takes what a sentence says.
    @inline(__always)
    mutating func note(_ observation: Observation) {
        let verdict = observation.verdict
        if verdict == .silent { return }
        let slot = Int(observation.kind.rawValue)
        let bit = UInt8(1) << observation.kind.rawValue
        if observation.talker == Epoch.combinedTalker {
            combinedKinds |= bit
        } else if combinedKinds & bit != 0
            || (ofKind[slot] != .silent && ofKind[slot].rawValue < verdict.rawValue)
        {
            return
        }
        ofKind[slot] = verdict
        overall = .silent
        settled = .silent
        for slot in ofKind.indices {
            overall = worse(overall, ofKind[slot])
            if isSettled(slot) { settled = worse(settled, ofKind[slot]) }
        }
    }

    /// Receivers repeat GGA and GNS per constellation, but say RMC and GLL once.
    @inline(__always)
    private func isSettled(_ slot: Int) -> Bool {
        switch slot {
        case Int(SentenceKind.gga.rawValue), Int(SentenceKind.gns.rawValue):
            combinedKinds & UInt8(1) << UInt8(slot) != 0
        default: true
        }
    }

    @inline(__always)
    private func worse(_ one: Verdict, _ other: Verdict) -> Verdict {
        one.rawValue > other.rawValue ? one : other
    }
}
