import Chronology

/// Compares the times of the sentences of a cycle: a plotter may send local time in GLL.
///
/// The reference is the sentence with the date, RMC before ZDA; without one, the time that most
/// kinds of sentences share. A cycle lasts from one reference to the next of the same instrument,
/// so other sentences have times between the two, plus or minus a second. A sentence with another
/// time waits for the next reference: it is used if the clock was set, else dropped.
struct CycleTime {
    /// The decision about a sentence.
    enum Decision {
        /// Use the sentence.
        case use
        /// Let the sentence wait for the next reference.
        case wait
        /// Discard the sentence.
        case leaveOut
        /// Use the waiting sentence, then this one.
        case useAfterWaiting
        /// Drop the waiting sentence, and use this one.
        case useAlone
    }

    /// The precedence of the reference, lowest first.
    private enum Rank: UInt8 {
        case none, undated, date, datedPosition
    }

    /// The tolerance in nanoseconds: receivers round, and some send one sentence a second late.
    private static let tolerance: Int64 = 1_005_000_000
    /// The maximum length of a cycle in nanoseconds while the length is unknown.
    private static let longestCycle: Int64 = 60_000_000_000
    /// The number of consecutive sentences with another time after which the reference is
    /// considered gone.
    private static let aloneAtMost = 6

    private var rank = Rank.none
    private var kind = SentenceKind.rmc
    private var instrument: UInt16 = 0
    /// The last time of day of the reference in nanoseconds. `arrival` is its arrival.
    private var timeOfDay: Int64 = -1
    private var arrival = BootInstant(nanoseconds: 0)
    /// Nanoseconds between the last two times of the reference; 0 when unknown.
    private var period: Int64 = 0
    /// The kinds that have disagreed since they last agreed.
    private var doubted = KindSet()
    /// The kinds that have disagreed twice: they are left out at once.
    private var wrong = KindSet()
    /// The number of sentences that disagreed since the last one that agreed.
    private var alone = 0
    /// The waiting sentence.
    private var waiting: Observation?

    @inline(__always)
    init() {}

    /// Removes and returns the waiting sentence; nil without one.
    mutating func takeWaiting() -> Observation? {
        defer { waiting = nil }
        return waiting
    }

    /// Ends the stream. Returns the waiting sentence unless its kind had a wrong time before.
    mutating func finish() -> Observation? {
        defer { self = CycleTime() }
        guard let waiting, !doubted.contains(waiting.kind) else { return nil }
        return waiting
    }

    /// Returns the decision about a sentence.
    ///
    /// - Parameter isNoFix: whether the sentence reports no fix; its time is then meaningless.
    @inline(__always)
    mutating func decide(
        _ observation: Observation, isNoFix: Bool, at now: BootInstant
    ) -> Decision {
        guard observation.timeOfDay >= 0, !isNoFix else { return .use }
        let rank: Rank
        switch observation.kind.descriptor.role {
        case .position: rank = observation.packedDate >= 0 ? .datedPosition : .undated
        case .date where observation.packedDate >= 0: rank = .date
        case .supplement, .satellites, .date, .datum: return .use
        }
        let instrument = Talker.instrument(of: observation.talker)
        if rank.rawValue > self.rank.rawValue || rank == self.rank && observation.kind == kind {
            return decideReference(observation, rank, at: now)
        }
        guard rank != .date, instrument == self.instrument else { return .use }
        let apart = TimedPosition.nanoseconds(from: timeOfDay, to: observation.timeOfDay)
        let ahead =
            Self.tolerance &+ (period > 0 ? period : Self.longestCycle) &+ now.nanoseconds
            &- arrival.nanoseconds
        guard apart >= -Self.tolerance, apart <= ahead else {
            return decideDoubtful(observation, at: now)
        }
        trust(observation.kind)
        alone = 0
        return .use
    }

    @inline(__always)
    private mutating func decideReference(
        _ observation: Observation, _ rank: Rank, at now: BootInstant
    ) -> Decision {
        let instrument = Talker.instrument(of: observation.talker)
        let isSame = instrument == self.instrument && timeOfDay >= 0
        // An undated sentence of another instrument does not replace an undated reference.
        if rank == .undated, self.rank == .undated, !isSame { return .use }
        let step =
            isSame ? TimedPosition.nanoseconds(from: timeOfDay, to: observation.timeOfDay) : 0
        // A repeated reference confirms nothing.
        if isSame, step == 0, observation.kind == kind { return .use }
        refer(to: observation, rank, at: now)
        period = step > 0 && step <= Self.longestCycle ? step : 0
        return waiting == nil ? .use : settle(observation, step: step)
    }

    @inline(__always)
    private mutating func refer(to observation: Observation, _ rank: Rank, at now: BootInstant) {
        self.rank = rank
        instrument = Talker.instrument(of: observation.talker)
        kind = observation.kind
        timeOfDay = observation.timeOfDay
        arrival = now
        alone = 0
    }

    /// Returns the decision about the waiting sentence by the reference after it.
    @inline(never)
    private mutating func settle(_ observation: Observation, step: Int64) -> Decision {
        guard let waited = waiting else { return .use }
        let behind = TimedPosition.nanoseconds(from: waited.timeOfDay, to: observation.timeOfDay)
        if behind >= -Self.tolerance, behind <= max(0, step) + Self.tolerance {
            return .useAfterWaiting
        }
        waiting = nil
        distrust(waited.kind)
        return .useAlone
    }

    @inline(__always)
    private mutating func trust(_ kind: SentenceKind) {
        doubted.subtract(KindSet(kind))
        wrong.subtract(KindSet(kind))
    }

    private mutating func distrust(_ kind: SentenceKind) {
        if doubted.contains(kind) { wrong.formUnion(KindSet(kind)) }
        doubted.formUnion(KindSet(kind))
    }

    @inline(never)
    private mutating func decideDoubtful(
        _ observation: Observation, at now: BootInstant
    ) -> Decision {
        alone += 1
        let isTooLong = alone > Self.aloneAtMost
        if wrong.contains(observation.kind), !isTooLong { return .leaveOut }
        let isOutvoted = rank == .undated && agreesWithWaiting(observation)
        let isRepeated = alone > 1 && waiting?.kind == observation.kind
        if isOutvoted || isRepeated || isTooLong {
            trust(observation.kind)
            refer(to: observation, .undated, at: now)
            period = 0
            return waiting == nil ? .use : .useAfterWaiting
        }
        guard waiting == nil else {
            distrust(observation.kind)
            return .leaveOut
        }
        waiting = observation
        return .wait
    }

    /// Whether a sentence has the same time as the waiting one and is of another kind.
    private func agreesWithWaiting(_ observation: Observation) -> Bool {
        guard let waiting, waiting.kind != observation.kind else { return false }
        let apart = TimedPosition.nanoseconds(from: waiting.timeOfDay, to: observation.timeOfDay)
        return abs(apart) <= Self.tolerance
    }
}
