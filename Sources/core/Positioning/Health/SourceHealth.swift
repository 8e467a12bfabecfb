public import Chronology

/// The state of one source, its cause and its remedy, computed from the events of the source and
/// from time. Does no input or output; the code that reads the source passes in the events.
public struct SourceHealth: Sendable {
    /// The current state.
    public private(set) var state = State.stopped
    /// The problem behind the state; nil in `fix`, `opening` and `stopped`.
    public private(set) var trouble: SourceTrouble?
    /// The instant of the last change of state.
    public private(set) var since = BootInstant(nanoseconds: 0)
    /// The last fix.
    public private(set) var lastFix: Fix?
    /// The arrival of the last fix.
    public private(set) var lastFixAt: BootInstant?
    /// The usual interval between fixes of different moments.
    public private(set) var interval = FixInterval()

    /// A pause this many times longer than the usual one is silence.
    private static let silentIntervals = 2.5

    /// The kind of line over which the bytes arrive.
    public var line = SourceLine.withoutSpeed

    private let settings: Settings
    /// Recognizes the bytes in which no sentence ended.
    private var unread = UnreadContent()
    private var openedAt: BootInstant?
    /// The last new moment by the receiver's clock. `momentAt` is its arrival.
    private var moment: UTCInstant?
    private var momentAt: BootInstant?
    private var lastBytesAt: BootInstant?
    private var arrivals = ArrivalInterval()
    /// The time with bytes but without a valid sentence.
    private var nonsense: Timeout
    /// The time with valid sentences that neither have a position nor report that there is none.
    private var chatter: Timeout
    /// The time with discarded positions only, without a fix or a report that there is none.
    private var refusals: Timeout
    private var discarded = PrevailingDiscard()
    /// The most frequent discard among input that may have been positions.
    private var refused = PrevailingDiscard()
    /// The receivers of gpsd; nil for any other source, and before gpsd has reported them.
    private var gpsdDevices: [String]?
    /// The problem of the first line in a series of lines discarded for the same reason.
    private var problem: DecoderCounts.Problem?
    private var hasFixSinceOpen = false
    private var noFixReason: NoFixReason?
    /// The error text of the sender for `noFixReason`.
    private var failure: String?
    private var isFrozen = false
    private var suspicion: SourceTrouble?

    /// Creates the state of a source that is not started.
    public init(_ settings: Settings = Settings()) {
        self.settings = settings
        nonsense = Timeout(patience_s: settings.garbageAfterSeconds)
        chatter = Timeout(patience_s: settings.noPositionAfterSeconds)
        refusals = Timeout(patience_s: settings.noPositionAfterSeconds)
    }

    /// The last fix while it is current: it arrived after the source was opened, is not stale, and
    /// no later report says that the position was lost. Otherwise nil.
    public var presentFix: Fix? {
        hasFixSinceOpen && noFixReason == nil && state != .stale ? lastFix : nil
    }

    /// Fixes per second; nil without a current fix, and before the second one.
    public var rateHertz: Double? { presentFix.flatMap { _ in interval.rateHertz } }

    /// Whether the source is open and sends data, usable or not.
    public var isHeard: Bool { openedAt != nil && trouble?.code != "silent" }

    /// Seconds without a fix after which the last one is stale.
    public var staleAfterSeconds: Double {
        settings.staleAfterSeconds ?? max(10, 5 * (interval.medianSeconds ?? 0))
    }

    /// The usual pause between bytes in seconds; nil before the first pause.
    public var arrivalInterval_s: Double? { arrivals.medianSeconds }

    /// Seconds without bytes after which the source is silent.
    public var silentAfterSeconds: Double {
        max(settings.silentAfterSeconds, Self.silentIntervals * (arrivals.medianSeconds ?? 0))
    }

    /// The instant at which time alone may change the state; nil when it cannot.
    public private(set) var nextDeadline: BootInstant?
    /// The instant from which arriving bytes and fixes recompute the deadline: half-way to it. A
    /// source that works thus postpones the deadline before it is reached, and causes no wake-up.
    private var reviewAt = BootInstant(nanoseconds: 0)

    /// Handles an event at `now` and returns whether the state or the trouble changed.
    public mutating func handle(_ event: SourceEvent, at now: BootInstant) -> Bool {
        switch event {
        case .opening:
            close()
            return enter(.opening, nil, at: now)
        case .opened:
            close()
            openedAt = now
            lookAhead(from: now, openedAt: now)
            return enter(.opening, nil, at: now)
        case .unavailable(let trouble):
            // A server of another protocol closes the connection after an answer that shows it.
            let kind = trouble.code == SourceTrouble.lostCode ? unread.kind : nil
            close()
            return enter(.absent, .foreign(kind, code: trouble.code) ?? trouble, at: now)
        case .stopped:
            close()
            return enter(.stopped, nil, at: now)
        case .received(let bytes, let sentences):
            if sentences > 0 {
                nonsense.reset()
                unread.forget()
                chatter.run(at: now)
            }
            if bytes > 0 {
                nonsense.run(at: now)
                lastBytesAt = now
                arrivals.note(at: now)
            }
        case .suspected(let trouble): suspicion = trouble
        }
        return advance(to: now)
    }

    /// Examines bytes in which no sentence ended. Called before `handle`.
    public mutating func noteUnread(_ bytes: Span<UInt8>) {
        unread.note(bytes)
    }

    /// Stores the problem of a discarded line. Called before `handle`.
    public mutating func noteProblem(_ problem: DecoderCounts.Problem?) {
        if self.problem?.reason != problem?.reason { self.problem = problem }
    }

    /// Handles a report of the decoder and returns whether the state or the trouble changed.
    public mutating func handle(_ report: Report, at now: BootInstant) -> Bool {
        take(report, at: now)
        return advance(to: now)
    }

    /// Computes the state at `now` and returns whether the state or the trouble changed.
    public mutating func advance(to now: BootInstant) -> Bool {
        guard let openedAt else { return false }
        // Timely bytes and fixes do not change a good state: they only postpone its end.
        let isGood = state == .fix && noFixReason == nil && suspicion == nil
        if isGood, nextDeadline != nil, now < reviewAt { return false }
        lookAhead(from: now, openedAt: openedAt)
        let isSilent = now.seconds(since: lastBytesAt ?? openedAt) >= silentAfterSeconds
        let isGarbage = nonsense.isOut(at: now)
        let absence = absence(at: now)
        let trouble: SourceTrouble? =
            if isSilent {
                gpsdDevices == []
                    ? .gpsdWithoutReceiver(code: "silent") : .silent(line, unread.kind)
            } else if isGarbage {
                .foreign(unread.kind, code: "garbage") ?? .explained(discarded.reason, problem)
                    ?? .garbage(discarded.reason, unread.kind, line)
            } else if isFrozen {
                .frozen
            } else {
                absence ?? noFixReason.map { .noFix($0, failure, over: line) }
            }
        if hasFixSinceOpen, let lastFixAt, now.seconds(since: lastFixAt) >= staleAfterSeconds {
            return enter(.stale, trouble, at: now)
        }
        if isSilent { return enter(.silent, trouble, at: now) }
        if isGarbage { return enter(.garbage, trouble, at: now) }
        if noFixReason != nil || absence != nil && !hasFixSinceOpen {
            return enter(.nofix, trouble, at: now)
        }
        guard hasFixSinceOpen else { return enter(.opening, nil, at: now) }
        return enter(suspicion == nil ? .fix : .suspect, suspicion, at: now)
    }

    /// Returns why no position has arrived for long although sentences have; nil otherwise.
    private func absence(at now: BootInstant) -> SourceTrouble? {
        if chatter.isOut(at: now) {
            guard let gpsdDevices else { return .noPosition }
            return .gpsdLacksPosition(
                of: settings.device, among: gpsdDevices, code: SourceTrouble.noPosition.code)
        }
        guard refusals.isOut(at: now), let reason = refused.reason else { return nil }
        guard reason == .otherDevice, let gpsdDevices else {
            return .explained(reason, problem) ?? .discard(reason, line)
        }
        return .gpsdLacksPosition(
            of: settings.device, among: gpsdDevices, code: reason.rawValue)
    }

    private mutating func lookAhead(from now: BootInstant, openedAt: BootInstant) {
        nextDeadline = deadline(after: now, openedAt: openedAt)
        guard let nextDeadline else { return }
        reviewAt = now.halfway(to: nextDeadline)
    }

    private func deadline(after now: BootInstant, openedAt: BootInstant) -> BootInstant? {
        var next: BootInstant?
        func consider(_ due: BootInstant?) {
            if let due, due > now { next = min(next ?? due, due) }
        }
        consider((lastBytesAt ?? openedAt).advanced(bySeconds: silentAfterSeconds))
        consider(nonsense.deadline)
        consider(chatter.deadline)
        consider(refusals.deadline)
        consider(lastFixAt?.advanced(bySeconds: staleAfterSeconds))
        return next
    }

    private mutating func take(_ report: Report, at now: BootInstant) {
        switch report {
        case .fix(let fix):
            take(fix, at: now)
            hearsOfPosition()
        case .noFix(let reason):
            (noFixReason, failure) = (reason, nil)
            hearsOfPosition()
        case .failure(let text):
            (noFixReason, failure) = (.senderError, text)
            hearsOfPosition()
        case .discard(let reason): take(reason, at: now)
        case .gpsd(.devices(let paths)): gpsdDevices = paths
        case .timeFault, .gpsd: break
        }
    }

    private mutating func take(_ discard: DiscardReason, at now: BootInstant) {
        discarded.note(discard)
        if discard == .repeatedEpoch { isFrozen = true }
        guard discard.mayBePosition else { return }
        refused.note(discard)
        if chatter.isOut(at: now) { refusals.reset() }
        chatter.reset()
        refusals.run(at: now)
    }

    /// Resets the timeouts and counts after a position, or after a report that there is none.
    private mutating func hearsOfPosition() {
        chatter.reset()
        refusals.reset()
        discarded.forget()
        refused.forget()
        problem = nil
    }

    private mutating func take(_ fix: Fix, at now: BootInstant) {
        if fix.isLastKnown {
            noFixReason = .lastKnown
            return
        }
        if Self.isNewMoment(fix.time, after: moment) {
            if let momentAt { interval.note(seconds: now.seconds(since: momentAt)) }
            moment = fix.time
            momentAt = now
        }
        lastFix = fix
        lastFixAt = now
        hasFixSinceOpen = true
        noFixReason = nil
        isFrozen = false
    }

    private mutating func close() {
        moment = nil
        momentAt = nil
        openedAt = nil
        nextDeadline = nil
        lastBytesAt = nil
        arrivals.interrupt()
        nonsense.reset()
        unread.forget()
        hearsOfPosition()
        gpsdDevices = nil
        hasFixSinceOpen = false
        noFixReason = nil
        isFrozen = false
        suspicion = nil
    }

    private mutating func enter(
        _ state: State, _ trouble: SourceTrouble?, at now: BootInstant
    ) -> Bool {
        // The suspicion concerned earlier fixes; the engine has not checked later fixes yet.
        if state != .fix, state != .suspect { suspicion = nil }
        guard state != self.state || trouble != self.trouble else { return false }
        if state != self.state { since = now }
        self.state = state
        self.trouble = trouble
        return true
    }
}
