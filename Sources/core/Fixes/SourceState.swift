package import Chronology
import Geodesy

/// The state of one source: the acceptance of its fixes, and whether the source is stale.
package struct SourceState: Sendable {
    /// The name of the source, unique among sources.
    package let name: String
    /// The settings of the checks.
    package var settings: FeedSettings {
        didSet { updateStaleLimit() }
    }
    /// Whether the source reported that it delivers fixes; nil before its first report.
    package var isRunning: Bool?
    /// The fixes that wait for late ones.
    package var reorder = ReorderBuffer()
    /// The distance that the receiver may move before any state can change.
    package var safeDistance = SafeDistance()
    /// The segment to the last accepted fix; nil before the first one.
    package private(set) var segment: Segment?
    /// Whether no state can change with the last accepted fix.
    var canSkip = false
    /// Whether the last fix is older than the stale limit, or is from an earlier run.
    package private(set) var isStale = false
    /// Whether the last fix is from an earlier run.
    package private(set) var isResumed = false
    /// Whether the boot clock shows how long ago that fix arrived.
    package private(set) var isResumedInOneBoot = false
    /// The last fix of an earlier run as it was saved, until the first fix of this run.
    private var saved: LastFix?
    package var health = FeedHealth()
    /// The number of fixes that failed each check, and the instant of the last one.
    private var failures: [SourceCheck: (count: Int, last: BootInstant)] = [:]
    /// The UTC nanoseconds since 1970 at the zero of the boot clock; nil while the wall clock is
    /// not trusted, or is not meaningful for this source.
    package var wallOffset_ns: Int64?
    /// The build date of the program; nil when dates are not checked against it.
    package var buildDate: UTCInstant?
    /// Whether the source was restarted since its last fix, so that the next fix may begin a new
    /// time base.
    package var beginsTimeBase = false

    /// The fixes of the last minutes.
    package private(set) var ring = FixRing()
    /// The fixes that were refused in the same time.
    package private(set) var refusals = RefusalRing()
    /// Whether the source has delivered only refused fixes for a long time.
    package var suspicion = Suspicion()
    /// The seconds without an accepted fix after which the source is stale.
    package private(set) var staleLimit_s = StaleLimit.least_s
    /// The instant at which the source becomes stale; nil before the first fix and while the source
    /// is stale.
    ///
    /// A fix that arrives exactly at the limit is in time, so the deadline is one nanosecond later.
    package private(set) var staleDeadline: BootInstant?
    private var staleLimit = StaleLimit()
    private var deviceLimit = DeviceStaleLimit()
    /// Whether the device was at rest at its last fix.
    private var isAtRest = false
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
        updateStaleLimit()
    }

    /// The last accepted fix.
    package var last: AcceptedFix? { segment?.fix }

    /// The time and arrival of the latest accepted fix that had a time.
    package var latest: (time: UTCInstant, boot: BootInstant)? {
        guard let time = segment?.fix.update.time, let boot = segment?.fix.boot else {
            return lastTimed
        }
        return (time, boot)
    }

    /// Returns the last accepted fix in the form that is saved, with `boot` as the present boot.
    package func lastFix(in boot: BootID?) -> LastFix? {
        saved ?? last.map { LastFix($0, in: boot) }
    }

    /// Returns the seconds on the boot clock since the last fix. Nil when there is no fix, and when
    /// that fix is from an earlier boot, to which the boot clock does not extend.
    package func elapsed_s(until now: BootInstant) -> Double? {
        guard !isLastRestored || isResumedInOneBoot else { return nil }
        return segment.map { now.seconds(since: $0.fix.boot) }
    }

    /// Marks the source as stale.
    package mutating func becomeStale() {
        isStale = true
        updateStaleLimit()
    }

    /// Whether the last fix is still valid.
    package var isLive: Bool { segment != nil && !isStale }

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
        segment = Segment(
            fix: AcceptedFix(update: update, boot: boot, feed: FeedInstant(nanoseconds: 0)))
        isResumedInOneBoot = isOfThisBoot
        isStale = true
        isResumed = true
        updateStaleLimit()
    }

    /// Ends the resumption, because the first fix since the restart has arrived or because the saved
    /// state is not used.
    package mutating func endResumption() {
        isResumed = false
    }

    /// Removes the fix before from the last segment: the saved state is not used.
    package mutating func forgetFixBefore() {
        segment?.before = nil
        segment?.unknownFor_s = nil
        segment?.lengthBound_m = 0
    }

    /// Makes the fix of a segment the last one.
    mutating func advance(by new: Segment, _ details: FixDetails?) {
        health.accepted &+= 1
        // The downtime of the daemon is not an interval of the receiver.
        if let boot = segment?.fix.boot, !isLastRestored, !new.isReplacement {
            let interval_ns = new.fix.boot.nanoseconds - boot.nanoseconds
            if new.fix.update.comesAsJSONLine {
                deviceLimit.add(interval_ns, beganAtRest: isAtRest)
            } else {
                staleLimit.add(interval_ns)
            }
        }
        isAtRest = new.fix.update.isAtRest(after: last)
        if new.fix.update.time == nil { lastTimed = latest }
        accepted.add(new.fix.update)
        accuracies.add(new.fix.update)
        isStale = false
        beginsTimeBase = false
        quarantine = nil
        timeReset = nil
        saved = nil
        ring.add(new.fix, FixRing.Manner(new))
        segment = new
        self.details = details
        updateStaleLimit()
    }

    /// Adds values that no monitor reads to the last fix, from a later report.
    mutating func complete(with whole: LocationUpdate, _ details: FixDetails?) {
        if segment?.fix.update.accuracy_m == nil { accuracies.add(whole) }
        ring.complete(with: whole)
        segment?.fix.update = whole
        self.details = details
        health.completed += 1
    }

    /// Calculates the stale limit and the deadline after a change of what they depend on.
    private mutating func updateStaleLimit() {
        if let stale_s = settings.stale_s {
            staleLimit_s = stale_s
        } else if segment?.fix.update.comesAsJSONLine ?? false {
            staleLimit_s = isAtRest ? deviceLimit.resting_s : deviceLimit.moving_s
        } else {
            staleLimit_s = staleLimit.seconds
        }
        guard let boot = segment?.fix.boot, !isStale else { return staleDeadline = nil }
        staleDeadline = BootInstant(
            nanoseconds: boot.advanced(bySeconds: staleLimit_s).nanoseconds + 1)
    }

    /// Whether the last fix is poor.
    package var isLastPoor: Bool { !isLastRestored && ring.isNewestPoor }
    /// Whether the last fix is from an earlier run.
    package var isLastRestored: Bool { saved != nil }

    /// Records a refused fix; returns true when the source becomes suspected because of it. A
    /// position that the source itself marks as old is no ground for suspicion.
    package mutating func addRefusal(
        of update: LocationUpdate, at now: BootInstant, _ reason: FixRefusal
    ) -> Bool {
        health.refused[reason, default: 0] += 1
        addFailure(of: reason.check, at: now)
        refusals.add(update, at: now, reason)
        let isLong = suspicion.refused(
            at: now, evaluated: health.accepted, patience_s: staleLimit_s)
        let hasAcceptedNone =
            last == nil && health.refused.values.reduce(0, +) >= Suspicion.firstRefused
        let isObvious = reason == .frozen || reason != .lastKnown && hasAcceptedNone
        if isObvious { suspicion.raise() }
        return isObvious || reason != .lastKnown && isLong
    }

    /// Records that a fix failed a check.
    mutating func addFailure(of check: SourceCheck, at now: BootInstant) {
        failures[check] = (failureCount(of: check) + 1, now)
    }

    /// Returns the number of fixes that failed a check.
    func failureCount(of check: SourceCheck) -> Int { failures[check]?.count ?? 0 }
    /// Returns when a fix last failed a check; nil when none did.
    func lastFailure(of check: SourceCheck) -> BootInstant? { failures[check]?.last }

    /// Whether the reported speeds contradicted every recent segment, so that they are not used.
    var isSpeedUnusable: Bool { speeds.isUnusable(after: health.accepted) }

    /// Returns the time of the trusted wall clock.
    func wallTime(at now: BootInstant) -> UTCInstant? {
        wallOffset_ns.map { UTCInstant(nanoseconds: now.nanoseconds &+ $0) }
    }
}
