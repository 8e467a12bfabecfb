public import Chronology

/// Turns the bytes of an NMEA 0183 receiver (versions 2.0 to 4.11) into fixes.
///
/// Reads RMC, GGA, GNS, GLL, GSA, GSV, GST, VTG, ZDA, HDT, THS and DTM of any talker; counts and
/// skips all other input, including AIS and binary messages. The result does not depend on how the
/// bytes are split into chunks. Memory is constant, and no sentence causes an allocation.
///
/// A fix is delivered with the last sentence of the receiver's cycle, once the cycle is learned.
/// Until then, and when that sentence is lost, the caller must call ``advance(to:_:)`` when
/// ``nextDeadline`` has passed.
public struct NMEADecoder: StreamDecoder {
    private var framer = SentenceFramer()
    private var cycle = CycleTime()
    private var talkers = TalkerSelector()
    private var assembler: EpochAssembler
    private var lastByteAt = BootInstant(nanoseconds: 0)
    private let epochTimeout_ns: Int64
    /// The last talker that padded a longitude to five digits before the point.
    private var talkerOfFullWidth: UInt16 = 0
    private var datum = Datum()

    /// Creates a decoder that has received nothing.
    public init(_ settings: NMEASettings = NMEASettings()) {
        assembler = EpochAssembler(settings)
        epochTimeout_ns = Int64((settings.epochTimeoutSeconds * 1e9).rounded())
    }

    /// The counts so far.
    public var counts: DecoderCounts { assembler.counts }

    /// The number of satellites in view in the last GSV; nil before the first.
    public var satellitesVisible: Int? { assembler.sky.visible }

    /// When to call ``advance(to:_:)`` if no bytes arrive before; nil when no epoch waits.
    public var nextDeadline: BootInstant? {
        assembler.isWaiting ? silentFrom : nil
    }

    private var silentFrom: BootInstant {
        BootInstant(nanoseconds: lastByteAt.nanoseconds + epochTimeout_ns)
    }

    /// Sets the time of the system clock; nil when it is unknown or not synchronized.
    ///
    /// It is used for two things only: to detect week rollovers, and to date the fixes of receivers
    /// that never send a date.
    public mutating func noteSystemTime(_ time: UTCInstant?, at now: BootInstant) {
        assembler.calendar.systemTime.note(time, at: now)
    }

    /// Sets the build date of this software, as ``NMEASettings/buildDate`` does.
    public mutating func distrustDates(outsideWindowOf buildDate: UTCInstant) {
        assembler.distrustDates(outsideWindowOf: buildDate)
    }

    /// Decodes the next bytes of the stream, which arrived at `now`.
    public mutating func receive(
        _ bytes: Span<UInt8>, at now: BootInstant, _ report: (Report) -> Void
    ) {
        if silentFrom <= now { assembler.fallSilent(at: now, report) }
        assembler.countBytes(bytes.count)
        lastByteAt = now
        var position = 0
        while let frame = framer.next(in: bytes, from: &position) {
            switch frame {
            case .inChunk(let body): read(bytes.extracting(body), at: now, report)
            case .inCarry(let body): readCarried(body, at: now, report)
            case .encapsulated: assembler.countSentence(isIgnored: true)
            case .discard(let reason): assembler.discard(reason, report)
            }
        }
    }

    /// Delivers the waiting epoch if its deadline has passed.
    public mutating func advance(to now: BootInstant, _ report: (Report) -> Void) {
        if silentFrom <= now { assembler.fallSilent(at: now, report) }
    }

    /// Ends the stream: discards a partial sentence and delivers a partial epoch. The decoder may
    /// continue with a new stream.
    public mutating func finish(at now: BootInstant, _ report: (Report) -> Void) {
        if framer.isInsideSentence { assembler.discard(.truncated, report) }
        framer.reset()
        useWaiting(cycle.finish(), at: now, report)
        assembler.close(at: now, report)
    }

    private mutating func readCarried(
        _ range: Range<Int>, at now: BootInstant, _ report: (Report) -> Void
    ) {
        let carry = framer.carry
        read(carry.span.extracting(range), at: now, report)
    }

    @inline(__always)
    private mutating func read(
        _ body: Span<UInt8>, at now: BootInstant, _ report: (Report) -> Void
    ) {
        guard let kind = SentenceKind(body, headerEnd: framer.fields[0].upperBound) else {
            assembler.countSentence(isIgnored: true)
            return
        }
        var observation = Observation()
        observation.kind = kind
        observation.talker = UInt16(body[0]) << 8 | UInt16(body[1])
        if kind.descriptor.role == .datum { return readDatum(body, &observation) }
        if let time = framer.tag.takeTime() { assembler.noteLineTime(time) }
        if let time = framer.stamp.takeTime() { assembler.noteLineDate(time) }
        let problem = observation.read(body, framer.fields)
        if observation.isFullWidth { talkerOfFullWidth = observation.talker }
        // A talker that pads its coordinates writes a short one only by mistake.
        let lacksDigit = observation.isShort && observation.talker == talkerOfFullWidth
        let doubt: DiscardReason? =
            lacksDigit ? .missingDigit : datum.isForeign(observation) ? .otherDatum : nil
        if let problem = problem ?? doubt {
            assembler.discard(problem, report)
            return
        }
        assembler.countSentence(isIgnored: false)
        agree(observation, at: now, report)
    }

    @inline(never)
    private mutating func readDatum(_ body: Span<UInt8>, _ observation: inout Observation) {
        if observation.read(body, framer.fields) == nil { datum.note(observation) }
        assembler.countSentence(isIgnored: true)
    }

    /// Compares the time of a sentence with the times of its cycle before the sentence is used.
    @inline(__always)
    private mutating func agree(
        _ observation: Observation, at now: BootInstant, _ report: (Report) -> Void
    ) {
        let isNoFix = assembler.settings.isNoFix(observation)
        switch cycle.decide(observation, isNoFix: isNoFix, at: now) {
        case .use: break
        case .wait: return
        case .leaveOut: return assembler.discard(.sentencesDisagree, report)
        case .useAlone: assembler.discard(.sentencesDisagree, report)
        case .useAfterWaiting: useWaiting(cycle.takeWaiting(), at: now, report)
        }
        use(observation, isNoFix: isNoFix, at: now, report)
    }

    @inline(never)
    private mutating func useWaiting(
        _ observation: Observation?, at now: BootInstant, _ report: (Report) -> Void
    ) {
        guard let observation else { return }
        use(observation, isNoFix: assembler.settings.isNoFix(observation), at: now, report)
    }

    /// Adds a sentence to its epoch if its talker is selected.
    @inline(__always)
    private mutating func use(
        _ observation: Observation, isNoFix: Bool, at now: BootInstant,
        _ report: (Report) -> Void
    ) {
        switch talkers.select(observation, isNoFix: isNoFix, at: now) {
        case .use(let isOwn, let datesOwn):
            assembler.take(
                observation, isNoFix: isNoFix, isOwn: isOwn, datesOwn: datesOwn, at: now, report)
        case .ignore(let lendsDate, let isEcho):
            assembler.ignore(observation, lendsDate: lendsDate, isEcho: isEcho, at: now)
        }
    }
}
