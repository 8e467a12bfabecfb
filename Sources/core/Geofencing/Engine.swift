public import Chronology
import Fixes

/// Evaluates every fix against every fence of every started monitor.
///
/// The engine is a value type: it reads no clock, does not wait, and returns the same effects for
/// the same inputs. Each input is one step. The caller performs the effects in their order.
///
/// The path of a fix: `SourceState` accepts or refuses it, and skips the rest while the receiver
/// has not moved far enough from the last evaluation for any state to change. `FenceEvaluator`
/// refreshes the list of nearby fences when it is outdated, and measures those beyond their safe
/// distance. `MonitorRules` derive `Evidence` from the distance. `FenceState` confirms, suppresses
/// or reports the evidence. `Effects` sorts the events of one instant.
public struct Engine: Sendable {
    /// The boot from which the boot clock counts; nil when unknown.
    let boot: BootID?
    var level = KindDefaults()
    var global = KindDefaults()
    /// The kinds that were switched at run time, which override the configuration.
    var kindSwitches: [FenceKind: Bool] = [:]
    /// Whether each kind is enabled by the configuration.
    var configuredKinds: [FenceKind: Bool] = [:]
    var floorFinder = FloorFinder()
    var feeds: [SourceState] = []
    var catalogs: [FenceCatalog] = []
    var monitors: [Monitor] = []
    var sink = Sink(now: BootInstant(nanoseconds: .min))
    var alarm = Alarm()
    /// The UTC nanoseconds since 1970 at the zero of the boot clock; nil while the wall clock is
    /// not trusted.
    var wallOffset_ns: Int64?

    /// The instant at which the caller has to send `Input.tick`; nil when no timer runs. Never
    /// later than the first deadline, and sometimes earlier: each new fix postpones the instant at
    /// which its source becomes stale, but inputs recalculate this one only from half-way to it on.
    public var nextDeadline: BootInstant? { alarm.next }

    /// Whether only those fences are evaluated that a fix can change.
    let isSkipping: Bool

    /// Creates an engine without monitors; `Input.configure` adds them.
    ///
    /// - Parameters:
    ///   - boot: the boot from which the boot clock counts; nil when it is unknown, or when time is
    ///     virtual.
    ///   - isSkipping: whether only those fences are evaluated that a fix can change. Otherwise
    ///     every fence is evaluated with every fix, with the same effects.
    public init(boot: BootID? = nil, skipping isSkipping: Bool = true) {
        self.boot = boot
        self.isSkipping = isSkipping
        sink.isSkipping = isSkipping
    }

    /// Handles one input and returns its effects.
    ///
    /// - Parameters:
    ///   - input: the input.
    ///   - now: the present instant on the boot clock. An instant before that of the last call
    ///     counts as the latter.
    public mutating func handle(_ input: Input, at now: BootInstant) -> [Effect] {
        var effects = Effects()
        handle(input, at: now, into: &effects)
        return effects.all
    }

    /// Handles one input and appends its effects to `effects`, for a caller that handles many
    /// inputs without effects and reuses a list.
    ///
    /// - Parameters:
    ///   - input: the input.
    ///   - now: the present instant on the boot clock. An instant before that of the last call
    ///     counts as the latter.
    ///   - effects: the list to which the effects are appended, in their order.
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

    /// Evaluates an ordinary fix; returns false when the nearby fences are not known.
    private mutating func evaluate(
        _ update: LocationUpdate, after displacement: Displacement, of feed: Int,
        at now: BootInstant, into effects: inout Effects
    ) -> Bool {
        switch measure(update, after: displacement, of: feed) {
        case .unknown: return false
        case .unchanged:
            sink.now = now
            // With shorter intervals between fixes, the source becomes stale sooner.
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

    /// Performs an action that may have effects.
    ///
    /// - Parameter settle: calculates the next deadline.
    private mutating func perform(
        at now: BootInstant, into effects: inout Effects, _ body: (inout Engine) -> Void,
        settling settle: (inout Engine) -> Void = { $0.settle() }
    ) {
        sink.now = now
        // The effects that are present already stay first.
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
