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
    /// How often each check struck, and when last.
    private(set) var strikes: [SourceCheck: (count: Int, last: BootInstant)] = [:]
    /// Nanoseconds of UTC since 1970 at the zero of the boot clock; nil while the wall clock is not
    /// trusted or tells nothing about this source.
    var wallOffset_ns: Int64?
    /// When the program was built; nil where nothing is held against it.
    var buildDate: UTCInstant?
    /// Whether some monitor reads altitudes.
    private(set) var readsAltitude = false
    /// Whether some monitor reads accuracies.
    private(set) var readsAccuracy = false
    /// Whether the source was restarted since its last fix: the next one may begin a new time base.
    var beginsTimeBase = false

    /// The fixes of the last minutes.
    private(set) var ring = FixRing()
    /// What was refused meanwhile.
    var refusals = RefusalRing()
    /// Whether nothing else has come for long.
    var suspicion = Suspicion()
    private var staleLimit = StaleLimit()
    private var deviceLimit = DeviceStaleLimit()
    /// Whether the device was at rest at its last fix, where that came as a JSON line.
    private var isAtRest = false
    var quarantine: Quarantine?
    var timeReset: TimeReset?
    var late = LateFixes()
    var dates = DateCheck()
    var heights = HeightCheck()
    var frozen = FrozenCheck()
    /// Why the filter had no value at the last fix; nil when it had one.
    var filterProblem: String?
    var details: FixDetails?
    private(set) var accuracies = AccuracyStatistics()
    private(set) var accepted = AcceptedPairs()
    /// The time of the latest accepted fix that had one, and when that came in, where the last one has none.
    private var lastTimed: (time: UTCInstant, boot: BootInstant)?
    var speeds = SpeedHistory()

    init(name: String, settings: FeedSettings) {
        self.name = name
        self.settings = settings
    }

    /// The last accepted fix.
    @inline(__always)
    var last: AcceptedFix? { restored ?? ring.newest }

    /// The time of the latest accepted fix that had one, and when that came in.
    var latest: (time: UTCInstant, boot: BootInstant)? {
        guard let last, let time = last.update.time else { return lastTimed }
        return (time, last.boot)
    }

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
        if staleLimit.isSteady,
            let displacement = ordinary.skippableDisplacement(
                to: update, from: safeDistance, at: boot),
            displacement.odometer_m < safeDistance.safeUntil_m
        {
            take(update, by: displacement, at: boot)
            return .skipped
        }
        return ordinary.displacement(to: update, from: safeDistance, at: boot)
            .map(SkipDecision.ordinary) ?? .unusual
    }

    /// Where the last fix was, of an ordinary source.
    var place: Coordinate { Coordinate(latitude: ordinary.place.x, longitude: ordinary.place.y) }

    /// Accepts an ordinary fix that changes nothing but where the receiver is.
    ///
    /// - Returns: whether the stale limit changed.
    @inline(__always)
    mutating func accept(
        _ update: LocationUpdate, by displacement: Displacement, at boot: BootInstant
    ) -> Bool {
        take(update, by: displacement, at: boot)
        safeDistance.review(at: update.place)
        return staleLimit.add(displacement.elapsed_ns)
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
    private mutating func take(
        _ update: LocationUpdate, by displacement: Displacement, at boot: BootInstant
    ) {
        go(on: displacement, to: update, at: boot)
        health.accepted &+= 1
        accepted.add(update)
        if accuracies.add(update) { ordinary.heed(accuracies) }
        ring.add(
            AcceptedFix(update: update, boot: boot, feed: ordinary.instant),
            displacement.isAfterGap ? .isBeyondGap : [])
    }

    /// The fix becomes the last one.
    mutating func take(_ fix: AcceptedFix, as manner: FixRing.Manner) {
        health.accepted += 1
        // How long the daemon was away says nothing about the receiver.
        if let last = ring.newest, !manner.contains(.isReplacement) {
            let interval_ns = fix.boot.nanoseconds - last.boot.nanoseconds
            if fix.update.comesAsJSONLine {
                deviceLimit.add(Double(interval_ns) / 1e9, beganAtRest: isAtRest)
            } else {
                _ = staleLimit.add(interval_ns)
            }
        }
        isAtRest = fix.update.isAtRest(after: last)
        lastTimed = latest
        accepted.add(fix.update)
        if accuracies.add(fix.update) { ordinary.heed(accuracies) }
        isStale = false
        beginsTimeBase = false
        quarantine = nil
        restored = nil
        saved = nil
        ring.add(fix, manner)
    }

    /// A later report adds to the last fix what no monitor reads.
    mutating func complete(with whole: LocationUpdate) {
        if last?.update.accuracy_m == nil { _ = accuracies.add(whole) }
        ring.complete(with: whole)
    }

    /// Works out whether the next fix may be ordinary, before any monitor is heeded.
    ///
    /// - Parameter isEvaluatedFully: whether it has to be evaluated fully in any case.
    mutating func settle(isEvaluatedFully: Bool) {
        safeDistance.forgetClock()
        (readsAltitude, readsAccuracy) = (false, false)
        guard let last, !isEvaluatedFully, !isStale, !isResumed, quarantine == nil,
            timeReset == nil, settings.filter == nil, details == nil,
            settings.reorder_s == 0, last.update.time != nil, !last.update.comesAsJSONLine,
            !last.update.arrivedLate, !ring.isNewestPoor, !isSpeedUnusable, !beginsTimeBase
        else {
            safeDistance.end()
            return ordinary.end()
        }
        ordinary.begin(after: last, settings, wallOffset_ns: wallOffset_ns, built: buildDate)
        safeDistance.begin(at: last.update.place)
    }

    /// Heeds what one monitor reads of fixes.
    mutating func heed(_ needs: SafeDistance.Needs) {
        ordinary.heed(needs, accuracies)
        readsAltitude = readsAltitude || needs.readsAltitude
        readsAccuracy = readsAccuracy || needs.readsAccuracy || needs.limitsAccuracy
        safeDistance.heed(needs.clockEdge)
    }

    /// The next ordinary fix is evaluated near by, where a monitor has to.
    mutating func review() {
        safeDistance.review(at: ordinary.place)
    }

    /// Seconds without an accepted fix after which the source is stale.
    @inline(__always)
    var staleLimit_s: Double {
        if let stale_s = settings.stale_s { return stale_s }
        guard let last, last.update.comesAsJSONLine else { return staleLimit.seconds }
        return deviceLimit.seconds(atRest: isAtRest)
    }

    /// Whether the last fix is poor.
    var isLastPoor: Bool { restored == nil && ring.isNewestPoor }
    /// Whether the last fix is one of an earlier run.
    var isLastRestored: Bool { restored != nil }

    /// Takes note that a check struck.
    mutating func strike(_ check: SourceCheck, at now: BootInstant) {
        strikes[check] = ((strikes[check]?.count ?? 0) + 1, now)
    }

    /// Whether the reported speeds contradict every step of late, so that they tell nothing.
    var isSpeedUnusable: Bool { speeds.isUnusable(after: health.accepted) }

    /// The time of the trusted wall clock.
    func wallTime(at now: BootInstant) -> UTCInstant? {
        wallOffset_ns.map { UTCInstant(nanoseconds: now.nanoseconds &+ $0) }
    }
}
