public import Chronology

/// Judges every fix against every fence of every started monitor.
///
/// A value: it reads no clock, waits for nothing and gives the same effects for the same inputs.
/// Each input is one uninterrupted step; its effects are to be performed in their order.
///
/// The path of a fix: `SourceState` skips it where the receiver is not far enough from where fences were
/// evaluated for any state to change, or accepts or refuses it. `FenceEvaluator` refreshes the fences near
/// the receiver where their list is used up, and measures those whose safe distance is used up: by
/// `MonitorRules` `Evidence` is read off the distance, `FenceState` confirms, suppresses or reports it, and
/// `Effects` puts the events of one instant in order.
public struct Engine: Sendable {
    /// The start of the machine that its boot clock counts from; nil when unknown.
    let boot: BootID?
    var level = KindDefaults()
    var global = KindDefaults()
    /// Kinds that were switched at run time, over what the configuration says.
    var kindSwitches: [FenceKind: Bool] = [:]
    /// What the configuration says of kinds.
    var configuredKinds: [FenceKind: Bool] = [:]
    var floorFinder = FloorFinder()
    var feeds: [SourceState] = []
    var catalogs: [FenceCatalog] = []
    var roster: [Monitor] = []
    var sink = Sink(now: BootInstant(nanoseconds: .min))
    var alarm = Alarm()
    /// Nanoseconds of UTC since 1970 at the zero of the boot clock; nil while the wall clock is not
    /// trusted.
    var wallOffset_ns: Int64?

    /// When to send `Input.tick`; nil when no timer runs. Never later than the first timer, and
    /// sometimes earlier: fixes that come in put off the instant at which their feed is stale, and
    /// that is worked out anew by the inputs that come from half-way to the earlier one on.
    public var nextDeadline: BootInstant? { alarm.next }

    /// Whether only fences are evaluated that a fix can change.
    let isSkipping: Bool

    /// An engine without monitors; `Input.configure` gives it some.
    ///
    /// - Parameters:
    ///   - boot: the start of the machine that its boot clock counts from; nil when it is unknown, or
    ///     time is virtual.
    ///   - isSkipping: whether only fences are evaluated that a fix can change; else every fence is
    ///     evaluated with every fix, which gives the same effects.
    public init(boot: BootID? = nil, skipping isSkipping: Bool = true) {
        self.boot = boot
        self.isSkipping = isSkipping
        sink.isSkipping = isSkipping
    }

    /// Takes one input and says what follows from it.
    ///
    /// - Parameters:
    ///   - input: what happened.
    ///   - now: when, on the boot clock; an instant before that of the last call counts as that.
    public mutating func handle(_ input: Input, at now: BootInstant) -> [Effect] {
        var effects = Effects()
        handle(input, at: now, into: &effects)
        return effects.all
    }

    /// Takes one input and adds what follows from it to `effects`: for those who handle many inputs
    /// of which nothing follows, and have a list at hand.
    ///
    /// - Parameters:
    ///   - input: what happened.
    ///   - now: when, on the boot clock; an instant before that of the last call counts as that.
    ///   - effects: where the effects go, in their order.
    public mutating func handle(
        _ input: Input, at now: BootInstant, into effects: inout Effects
    ) {
        let now = max(now, sink.now)
        fireTimers(until: now, into: &effects)
        if case .fix(let update, let source) = input, let feed = feed(named: source) {
            switch feeds[feed].skip(update, at: now) {
            case .skipped: return sink.now = now
            case .ordinary(let displacement):
                if evaluate(update, after: displacement, of: feed, at: now, into: &effects) {
                    return
                }
            case .unusual: break
            }
        }
        perform(at: now, into: &effects) { $0.take(input) }
    }

    /// Evaluates an ordinary fix; false where nothing is known of the fences nearby.
    private mutating func evaluate(
        _ update: LocationUpdate, after displacement: Displacement, of feed: Int,
        at now: BootInstant, into effects: inout Effects
    ) -> Bool {
        switch measure(update, after: displacement, of: feed) {
        case .unknown: return false
        case .unchanged:
            sink.now = now
            // Fixes that come at shorter intervals are missed sooner.
            if feeds[feed].accept(update, by: displacement, at: now) { setAlarm() }
        case .changed:
            perform(at: now, into: &effects) {
                $0.applyMeasured(update, after: displacement, of: feed)
            } settling: {
                $0.settle(feed)
            }
        }
        return true
    }

    /// Lets something happen that may have effects.
    ///
    /// - Parameter settle: works out when to look next.
    private mutating func perform(
        at now: BootInstant, into effects: inout Effects, _ body: (inout Engine) -> Void,
        settling settle: (inout Engine) -> Void = { $0.settle() }
    ) {
        sink.now = now
        // What is there already stays in front.
        if !effects.isEmpty { swap(&sink.outbox, &effects) }
        body(&self)
        endInstant()
        if !sink.outbox.isEmpty { swap(&sink.outbox, &effects) }
        settle(&self)
        fireTimers(until: now, into: &effects)
    }

    private mutating func take(_ input: Input) {
        switch input {
        case .fix(let update, let source): take(update, nil, of: source)
        case .detailedFix(let update, let details, let source): take(update, details, of: source)
        case .feedRunning(let isRunning, let source): setRunning(isRunning, source)
        case .sourceRestarted(let source):
            if let feed = feed(named: source) { feeds[feed].beginsTimeBase = true }
        case .wallClock(let offset_ns):
            wallOffset_ns = offset_ns
            for index in feeds.indices { setClock(of: index) }
        case .tick: break
        case .configure(let configuration): configure(configuration)
        case .changeFences(let name, let changes): changeFences(name, changes)
        case .setKind(let kind, let enabled): setKind(kind, enabled: enabled)
        case .monitor(let name, let command): perform(command, on: name)
        case .messagesComposed(let name, let problem, let failures):
            noteMessages(of: name, problem, failures: failures)
        case .restore(let state): restore(state)
        }
    }
}
