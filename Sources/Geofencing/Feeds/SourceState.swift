import Chronology
import Geodesy

/// One source as the engine sees it: which of its fixes are accepted, and whether it is alive.
///
/// Every fix passes its checks, whichever way it goes through the engine: most by `OrdinaryFix`, which
/// accepts in a few comparisons what `accept(_:)` would.
struct SourceState: Sendable {
    let name: String
    var settings: FeedSettings
    /// Whether the source said that it delivers; nil while it has said nothing.
    var isRunning: Bool?
    /// Fixes that wait for late ones.
    var reorder = ReorderBuffer()
    /// How far it may move before any state can change.
    var safeDistance = SafeDistance()
    /// What the next fix has to be like to be accepted without further checks.
    private var ordinary = OrdinaryFix()
    private(set) var isStale = false
    /// Whether the last fix is one of an earlier run.
    private(set) var isResumed = false
    /// Whether the boot clock tells how long ago that one came in.
    private(set) var isResumedInOneBoot = false
    /// The last fix of an earlier run, until the first of this one.
    private var restored: AcceptedFix?
    /// The same as it was saved; apart from it, as every fix asks for that.
    private var saved: LastFix?
    var health = FeedHealth()
    /// Whether the source was restarted since its last fix: the next one may begin a new time base.
    var beginsTimeBase = false

    /// The fixes of the last minutes.
    private(set) var ring = FixRing()
    /// What was refused meanwhile.
    var refusals = RefusalRing()
    /// Whether nothing else has come for long.
    var suspicion = Suspicion()
    private var staleLimit = StaleLimit()
    var quarantine: Quarantine?
    var timeBreak: TimeBreak?

    init(name: String, settings: FeedSettings) {
        self.name = name
        self.settings = settings
    }

    /// The last accepted fix.
    var last: AcceptedFix? { restored ?? ring.newest }

    /// The last accepted fix, to be saved in that start of the machine.
    @inline(__always)
    func lastFix(in boot: BootID?) -> LastFix? {
        saved ?? ring.newest.map { LastFix($0, in: boot) }
    }

    /// Seconds on the boot clock since the last fix; nil without one, and when the machine has been
    /// started anew since, which that clock does not outlive.
    @inline(__always)
    func elapsed_s(until now: BootInstant) -> Double? {
        guard restored == nil || isResumedInOneBoot else { return nil }
        return last.map { now.seconds(since: $0.boot) }
    }

    /// When the feed becomes stale; nil before the first fix and while it is stale.
    ///
    /// A fix that comes exactly at the limit is still in time: the deadline lies just beyond.
    @inline(__always)
    var staleDeadline: BootInstant? {
        guard let last, !isStale else { return nil }
        let limit = last.boot.advanced(bySeconds: staleLimit_s)
        return BootInstant(nanoseconds: limit.nanoseconds + 1)
    }

    /// When something is due: the feed becomes stale, or a fix has waited for late ones.
    @inline(__always)
    var deadline: BootInstant? {
        guard let release = reorder.deadline else { return staleDeadline }
        return staleDeadline.map { min($0, release) } ?? release
    }

    /// The feed has been silent for too long.
    mutating func becomeStale() {
        isStale = true
    }

    /// What is said of it when it has given no fix for that many seconds, or for longer than the
    /// machine runs, and is stale.
    func words(ofSilence seconds: Double?) -> String {
        let time = seconds.map { "for \(rounded($0)) s" } ?? "since the machine was started"
        let fix = isRefusedOnly ? "fix that could be believed" : "fix"
        return "\(name) has given no \(fix) \(time): every state is unknown until it does"
    }

    /// Whether fixes have come since the last accepted one, but were refused.
    private var isRefusedOnly: Bool {
        guard let last, let refused = refusals.last else { return false }
        return refused.boot > last.boot
    }

    /// Whether the last fix may still be believed.
    var isLive: Bool { last != nil && !isStale }

    /// Takes up the last fix of an earlier run, as a feed that has been lost since.
    ///
    /// - Parameter isOfThisBoot: whether the machine has not been started anew since.
    mutating func resume(from saved: LastFix, isOfThisBoot: Bool, at now: BootInstant) {
        let update = LocationUpdate(
            position: Coordinate(latitude: saved.latitude, longitude: saved.longitude),
            time: saved.time_ns.map(UTCInstant.init(nanoseconds:)))
        // After a reboot the saved boot time means nothing: receiver time tells the gap.
        let boot = isOfThisBoot ? BootInstant(nanoseconds: saved.boot_ns) : now
        self.saved = saved
        restored = AcceptedFix(update: update, boot: boot, feed: FeedInstant(nanoseconds: 0))
        isResumedInOneBoot = isOfThisBoot
        isStale = true
        isResumed = true
    }

    /// The first fix after a restart has been seen, or nothing of the earlier run is to be used.
    mutating func endResumption() {
        isResumed = false
    }

    /// Accepts a fix that changes no state; tells what is known of any other.
    @inline(__always)
    mutating func skip(_ update: LocationUpdate, at boot: BootInstant) -> SkipDecision {
        guard staleLimit.isSteady,
            let displacement = ordinary.skippableDisplacement(
                to: update, from: safeDistance, at: boot)
        else { return .evaluateFully }
        guard displacement.odometer_m < safeDistance.safeUntil_m else {
            return safeDistance.holdsBound(at: displacement.odometer_m)
                ? .evaluateNearby : .evaluateFully
        }
        accept(update, by: displacement, at: boot)
        return .skip
    }

    /// The displacement to a fix that no check refuses or doubts; nil where every check has to be asked.
    @inline(__always)
    func displacement(
        to update: LocationUpdate, _ decision: SkipDecision, at boot: BootInstant
    ) -> Displacement? {
        ordinary.displacement(to: update, decision, from: safeDistance, at: boot)
    }

    /// Accepts a fix that changes nothing but where the receiver is, as the monitors found.
    ///
    /// - Returns: whether the stale limit changed.
    @inline(__always)
    mutating func accept(
        _ update: LocationUpdate, by displacement: Displacement, _ decision: SkipDecision,
        at boot: BootInstant
    ) -> Bool {
        accept(update, by: displacement, at: boot)
        safeDistance.review(at: update.place)
        // Such a one has come after as short an interval as all the last ones.
        return decision == .evaluateNearby ? false : staleLimit.add(displacement.elapsed_ns)
    }

    /// Goes on to a fix by a displacement.
    @inline(__always)
    mutating func go(
        on displacement: Displacement, to update: LocationUpdate, at boot: BootInstant
    ) {
        safeDistance.odometer_m = displacement.odometer_m
        ordinary.take(update, at: boot)
    }

    @inline(__always)
    private mutating func accept(
        _ update: LocationUpdate, by displacement: Displacement, at boot: BootInstant
    ) {
        go(on: displacement, to: update, at: boot)
        health.accepted &+= 1
        ring.add(
            AcceptedFix(update: update, boot: boot, feed: ordinary.instant),
            displacement.isAfterGap ? .isBeyondGap : [])
    }

    /// The fix becomes the last one.
    mutating func take(_ fix: AcceptedFix, as manner: FixRing.Manner) {
        health.accepted += 1
        // How long the daemon was away says nothing about the receiver.
        if let last = ring.newest, !manner.contains(.isReplacement) {
            _ = staleLimit.add(fix.boot.nanoseconds - last.boot.nanoseconds)
        }
        isStale = false
        beginsTimeBase = false
        quarantine = nil
        restored = nil
        saved = nil
        ring.add(fix, manner)
    }

    /// Works out whether the next fix may be ordinary, before any monitor is heeded.
    ///
    /// - Parameter isEvaluatedFully: whether it has to be evaluated fully in any case.
    mutating func settle(isEvaluatedFully: Bool) {
        safeDistance.forgetClock()
        guard let last, !isEvaluatedFully, !isStale, !isResumed, quarantine == nil,
            timeBreak == nil,
            settings.reorder_s == 0, last.update.time != nil
        else {
            safeDistance.end()
            return ordinary.end()
        }
        ordinary.begin(after: last, settings)
        safeDistance.begin(at: last.update.place)
    }

    /// Heeds what one monitor reads of fixes.
    mutating func heed(_ needs: SafeDistance.Needs) {
        ordinary.heed(needs)
        safeDistance.heed(needs.clockEdge)
    }

    /// The next ordinary fix is evaluated near by, where a monitor has to.
    mutating func review() {
        safeDistance.review(at: ordinary.place)
    }

    /// Seconds without an accepted fix after which the feed is stale.
    var staleLimit_s: Double { settings.stale_s ?? staleLimit.seconds }
}
