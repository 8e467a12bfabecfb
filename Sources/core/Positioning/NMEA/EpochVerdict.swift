/// The validity of the position of an epoch, from all position sentences of the epoch.
///
/// Among the talkers of one kind of sentence, the combined solution (`GN`) decides, otherwise the
/// best verdict: a satellite system without a position does not void that of the others. Among the
/// kinds, the worst verdict decides.
struct EpochVerdict {
    typealias Verdict = Observation.Verdict

    /// The kinds by their verdict. A kind without a verdict is in none of these sets.
    private var valid = KindSet()
    private var deadReckoned = KindSet()
    private var notMeasured = KindSet()
    private var void = KindSet()
    /// The kinds with a verdict of the combined solution.
    private var combined = KindSet()
    /// The kinds whose verdict no other talker of the epoch can improve.
    private var final = KindSet()

    /// The verdict of all sentences so far.
    private(set) var overall = Verdict.silent
    /// The overall verdict, but only from verdicts that no other talker of the epoch can improve.
    private(set) var settled = Verdict.silent

    @inline(__always)
    init() {}

    /// Adds the verdict of a sentence.
    @inline(__always)
    mutating func note(_ observation: Observation) {
        let verdict = observation.verdict
        if verdict == .silent { return }
        let kind = KindSet(observation.kind)
        if observation.talker == Talker.combined {
            combined.formUnion(kind)
            final.formUnion(kind)
        } else if !combined.isDisjoint(with: kind) || isBetter(kind, than: verdict) {
            return
        }
        // Receivers repeat GGA and GNS for each satellite system, but send RMC and GLL once.
        if !observation.kind.descriptor.isPerSystem { final.formUnion(kind) }
        set(kind, to: verdict)
        overall = worst(of: KindSet(rawValue: .max))
        settled = worst(of: final)
    }

    /// Whether the kind already has a better verdict.
    @inline(__always)
    private func isBetter(_ kind: KindSet, than verdict: Verdict) -> Bool {
        let known = worst(of: kind)
        return known != .silent && known.rawValue < verdict.rawValue
    }

    @inline(__always)
    private mutating func set(_ kind: KindSet, to verdict: Verdict) {
        valid.subtract(kind)
        deadReckoned.subtract(kind)
        notMeasured.subtract(kind)
        void.subtract(kind)
        switch verdict {
        case .silent: break
        case .valid: valid.formUnion(kind)
        case .deadReckoned: deadReckoned.formUnion(kind)
        case .notMeasured: notMeasured.formUnion(kind)
        case .void: void.formUnion(kind)
        }
    }

    /// Returns the worst verdict of some kinds.
    @inline(__always)
    private func worst(of kinds: KindSet) -> Verdict {
        if !void.isDisjoint(with: kinds) { return .void }
        if !notMeasured.isDisjoint(with: kinds) { return .notMeasured }
        if !deadReckoned.isDisjoint(with: kinds) { return .deadReckoned }
        return valid.isDisjoint(with: kinds) ? .silent : .valid
    }
}
