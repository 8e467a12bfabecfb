public import Chronology
import Geodesy

/// The state of one source: the acceptance of its fixes, and whether the source is stale.
///
/// Every fix passes the checks, whatever path it takes through the engine. Most fixes take the path
/// of `OrdinaryFix`, whose few comparisons accept only what `accept(_:_:)` would accept.
///
/// The engine reads stored or inlinable properties for most fixes: to call a function of another
/// module, the compiler would first copy the whole state out of the list of sources.
@usableFromInline
package struct SourceState: Sendable {
    /// The name of the source, unique among sources.
    package let name: String
    /// The settings of the checks.
    @usableFromInline package var settings: FeedSettings
    /// Whether the source reported that it delivers fixes; nil before its first report.
    package var isRunning: Bool?
    /// The fixes that wait for late ones.
    @usableFromInline package var reorder = ReorderBuffer()
    /// The distance that the receiver may move before any state can change.
    package var safeDistance = SafeDistance()
    /// The conditions under which the next fix is accepted without further checks, and the place of
    /// the last one.
    package private(set) var ordinary = OrdinaryFix()
    /// Whether the last fix is older than the stale limit, or is from an earlier run.
    @usableFromInline package private(set) var isStale = false
    /// Whether the last fix is from an earlier run.
    package private(set) var isResumed = false
    /// Whether the boot clock shows how long ago that fix arrived.
    package private(set) var isResumedInOneBoot = false
    /// The last fix of an earlier run, until the first fix of this run.
    @usableFromInline private(set) var restored: AcceptedFix?
    /// The same fix as it was saved. A separate property, because the path of every fix reads
    /// `restored`.
    @usableFromInline private(set) var saved: LastFix?
    package var health = FeedHealth()
    /// The number of fixes that failed each check, and the instant of the last one.
    private(set) var strikes: [SourceCheck: (count: Int, last: BootInstant)] = [:]
    /// The UTC nanoseconds since 1970 at the zero of the boot clock; nil while the wall clock is
    /// not trusted, or is not meaningful for this source.
    package var wallOffset_ns: Int64?
    /// The build date of the program; nil when dates are not checked against it.
    package var buildDate: UTCInstant?
    /// Whether some monitor reads altitudes.
    private(set) var readsAltitude = false
    /// Whether some monitor reads accuracies.
    private(set) var readsAccuracy = false
    /// Whether the source was restarted since its last fix, so that the next fix may begin a new
    /// time base.
    package var beginsTimeBase = false

    /// The fixes of the last minutes.
    @usableFromInline package private(set) var ring = FixRing()
    /// The fixes that were refused in the same time.
    package internal(set) var refusals = RefusalRing()
    /// Whether the source has delivered only refused fixes for a long time.
    package var suspicion = Suspicion()
    @usableFromInline private(set) var staleLimit = StaleLimit()
    @usableFromInline private(set) var deviceLimit = DeviceStaleLimit()
    /// Whether the device was at rest at its last fix, if that fix arrived as a JSON line.
    @usableFromInline private(set) var isAtRest = false
    var quarantine: Quarantine?
    var timeReset: TimeReset?
    /// The late fixes that no diagnostic has reported yet.
    package var late = LateFixes()
    var dates = DateCheck()
    var heights = HeightCheck()
    var frozen = FrozenCheck()
    /// The reason why the filter failed at the last fix; nil when it did not fail.
    package var filterProblem: String?
    /// The details of the last accepted fix; nil when the source reports none.
    package var details: FixDetails?
    private(set) var accuracies = AccuracyStatistics()
    private(set) var accepted = AcceptedPairs()
    /// The time and arrival of the latest accepted fix with a time, for when the last fix has none.
    private var lastTimed: (time: UTCInstant, boot: BootInstant)?
    var speeds = SpeedHistory()

    package init(name: String, settings: FeedSettings) {
        self.name = name
        self.settings = settings
    }

    /// The last accepted fix.
    @inlinable
    @inline(__always)
    package var last: AcceptedFix? { restored ?? ring.newest }

    /// The time and arrival of the latest accepted fix that had a time.
    package var latest: (time: UTCInstant, boot: BootInstant)? {
        guard let last, let time = last.update.time else { return lastTimed }
        return (time, last.boot)
    }

    /// Returns the last accepted fix in the form that is saved, with `boot` as the present boot.
    @inlinable
    @inline(__always)
    package func lastFix(in boot: BootID?) -> LastFix? {
        saved ?? ring.newest.map { LastFix($0, in: boot) }
    }

    /// Returns the seconds on the boot clock since the last fix. Nil when there is no fix, and when
    /// that fix is from an earlier boot, to which the boot clock does not extend.
    package func elapsed_s(until now: BootInstant) -> Double? {
        guard restored == nil || isResumedInOneBoot else { return nil }
        return last.map { now.seconds(since: $0.boot) }
    }

    /// The instant at which the source becomes stale; nil before the first fix and while the source
    /// is stale.
    ///
    /// A fix that arrives exactly at the limit is in time, so the deadline is one nanosecond later.
    @inlinable
    @inline(__always)
    package var staleDeadline: BootInstant? {
        guard let last, !isStale else { return nil }
        let limit = last.boot.advanced(bySeconds: staleLimit_s)
        return BootInstant(nanoseconds: limit.nanoseconds + 1)
    }

    /// The next deadline: the source becomes stale, or a fix has waited for late ones long enough.
    @inlinable
    @inline(__always)
    package var deadline: BootInstant? {
        guard let release = reorder.deadline else { return staleDeadline }
        return staleDeadline.map { min($0, release) } ?? release
    }

    /// Marks the source as stale.
    package mutating func becomeStale() {
        isStale = true
    }

    /// Whether the last fix is still valid.
    package var isLive: Bool { last != nil && !isStale }

    /// Restores the last fix of an earlier run. The source is stale until the first fix of this
    /// run.
    ///
    /// - Parameter isOfThisBoot: whether the machine has not been rebooted since.
    package mutating func resume(from saved: LastFix, isOfThisBoot: Bool, at now: BootInstant) {
        let update = LocationUpdate(
            position: Coordinate(latitude: saved.latitude, longitude: saved.longitude),
            time: saved.time_ns.map(UTCInstant.init(nanoseconds:)))
        // After a reboot the saved boot time has no meaning; receiver time determines the gap.
        let boot = isOfThisBoot ? BootInstant(nanoseconds: saved.boot_ns) : now
        self.saved = saved
        restored = AcceptedFix(update: update, boot: boot, feed: FeedInstant(nanoseconds: 0))
        isResumedInOneBoot = isOfThisBoot
        isStale = true
        isResumed = true
    }

    /// Ends the resumption, because the first fix since the restart has arrived or because the saved
    /// state is not used.
    package mutating func endResumption() {
        isResumed = false
    }

    /// Accepts a fix that changes no state; otherwise returns how the fix has to be evaluated.
    package mutating func skip(_ update: LocationUpdate, at boot: BootInstant) -> SkipDecision {
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

    /// Accepts an ordinary fix that changes only the position of the receiver.
    ///
    /// - Returns: whether the stale limit changed.
    package mutating func accept(
        _ update: LocationUpdate, by displacement: Displacement, at boot: BootInstant
    ) -> Bool {
        take(update, by: displacement, at: boot)
        safeDistance.review(at: update.place)
        return staleLimit.add(displacement.elapsed_ns)
    }

    /// Moves on to a fix by a displacement.
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

    /// Makes `fix` the last one.
    mutating func take(_ fix: AcceptedFix, as manner: FixRing.Manner) {
        health.accepted += 1
        // The downtime of the daemon is not an interval of the receiver.
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

    /// Adds values that no monitor reads to the last fix, from a later report.
    mutating func complete(with whole: LocationUpdate) {
        if last?.update.accuracy_m == nil { _ = accuracies.add(whole) }
        ring.complete(with: whole)
    }

    /// Determines whether the next fix can be ordinary, before the needs of the monitors are taken
    /// into account.
    ///
    /// - Parameter isEvaluatedFully: whether the next fix has to be evaluated fully in any case.
    package mutating func settle(isEvaluatedFully: Bool) {
        safeDistance.forgetClock()
        (readsAltitude, readsAccuracy) = (false, false)
        guard let last, !isEvaluatedFully, !isStale, !isResumed, quarantine == nil,
            timeReset == nil, settings.filter == nil, details == nil,
            settings.reorder_s == 0, last.update.time != nil, !last.update.comesAsJSONLine,
            !last.update.arrivedLate, !ring.isNewestPoor, !isSpeedUnusable, !beginsTimeBase,
            // The next fix has to report these.
            !suspicion.isRaised, late.count == 0
        else {
            safeDistance.end()
            return ordinary.end()
        }
        ordinary.begin(after: last, settings, wallOffset_ns: wallOffset_ns, built: buildDate)
        safeDistance.begin(at: last.update.place)
    }

    /// Takes into account which properties of a fix one monitor reads.
    package mutating func heed(_ needs: SafeDistance.Needs) {
        ordinary.heed(needs, accuracies)
        readsAltitude = readsAltitude || needs.readsAltitude
        readsAccuracy = readsAccuracy || needs.readsAccuracy || needs.limitsAccuracy
        safeDistance.heed(needs.clockEdge)
    }

    /// Updates the local box after an ordinary fix, for the next one.
    package mutating func review() {
        safeDistance.review(at: ordinary.place)
    }

    /// The seconds without an accepted fix after which the source is stale.
    @inlinable
    @inline(__always)
    package var staleLimit_s: Double {
        if let stale_s = settings.stale_s { return stale_s }
        guard let last, last.update.comesAsJSONLine else { return staleLimit.seconds }
        return isAtRest ? deviceLimit.resting_s : deviceLimit.moving_s
    }

    /// Whether the last fix is poor.
    package var isLastPoor: Bool { restored == nil && ring.isNewestPoor }
    /// Whether the last fix is from an earlier run.
    package var isLastRestored: Bool { restored != nil }

    /// Records that a fix failed a check.
    mutating func strike(_ check: SourceCheck, at now: BootInstant) {
        strikes[check] = ((strikes[check]?.count ?? 0) + 1, now)
    }

    /// Whether the reported speeds contradicted every recent step, so that they are not used.
    var isSpeedUnusable: Bool { speeds.isUnusable(after: health.accepted) }

    /// Returns the time of the trusted wall clock.
    func wallTime(at now: BootInstant) -> UTCInstant? {
        wallOffset_ns.map { UTCInstant(nanoseconds: now.nanoseconds &+ $0) }
    }
}
