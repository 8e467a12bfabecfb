import Chronology
import Geodesy

/// The conditions under which every check of `SourceState` accepts the next fix and monitors need
/// only its place and time. They are the same checks as a few comparisons, each at least as strict.
package struct OrdinaryFix: Sendable {
    // The values of the last fix with which the next one is compared.
    /// Degrees north and east.
    package private(set) var place = SIMD2<Double>()
    private var time_ns: Int64 = 0
    private var boot_ns: Int64 = 0
    private var certainty = Pair()
    private var height = Pair()
    private var speed_mps = Double.nan
    private var floor: UInt64 = 0
    /// Receiver time at the zero of the clock of the source.
    private var sourceZero_ns: Int64 = 0

    /// The longest interval in nanoseconds between two fixes after which a fix can be ordinary.
    private var longestInterval_ns: Int64 = 0
    /// The longest interval in nanoseconds after which a fix can be skipped.
    private var longestSkip_ns: Int64 = 0
    /// The longest interval in nanoseconds for which anything is inferred from the segment.
    private var longestGap_ns: Int64 = 0
    /// The speed in metres per second that is accepted whatever speed the receiver reports.
    private var maxSpeed_mps = 0.0
    /// The accepted excess over the reported speed, in metres per second.
    private var dopplerMargin_mps = Double.infinity
    /// Whether a change of accuracy can change a state.
    private var readsAccuracy = false
    /// Whether a change of altitude can change a state.
    private var readsAltitude = false
    /// Whether a poor fix can have another effect on a state than a good one.
    private var limitsAccuracy = false
    /// The accuracy in metres, at the level of the last fix, beyond which a fix is poor.
    private var poorFrom_m = Double.infinity
    /// The range of times that passes every check of dates.
    private var earliest_ns = Int64.min
    private var latest_ns = Int64.max
    /// The range of time minus boot clock for fixes that arrive when they are measured.
    private var leastLead_ns = Int64.min
    private var mostLead_ns = Int64.max

    /// A fix that is up to a minute late is ordinary.
    private static let arrivalMargin_ns: Int64 = 60_000_000_000
    /// Ten years: less than the span of dates that pass the check.
    private static let fewYears_ns: Int64 = 315_360_000_000_000_000

    /// The limit for the date of a receiver: it may be ahead by a day at most.
    private static let longestInterval_s = TimeOrder.farthestAhead_s
    /// The seconds of a nanosecond, reduced slightly to outweigh the rounding of limits.
    private static let second = 1e-9 * (1 - 1e-12)

    /// Ends the fast path: no fix counts as ordinary.
    mutating func end() {
        longestInterval_ns = 0
        longestSkip_ns = 0
    }

    /// Begins after `fix`. When that fix has no time, no fix counts as ordinary.
    ///
    /// - Parameters:
    ///   - wallOffset_ns: the UTC nanoseconds at the zero of the boot clock, when the wall clock is
    ///     trusted.
    ///   - built: the build date of the program; nil when dates are not checked against it.
    mutating func begin(
        after fix: AcceptedFix, _ settings: FeedSettings, wallOffset_ns: Int64?, built: UTCInstant?
    ) {
        guard let time = fix.update.time else { return end() }
        place = fix.update.place
        time_ns = time.nanoseconds
        boot_ns = fix.boot.nanoseconds
        sourceZero_ns = time_ns &- fix.feed.nanoseconds
        certainty = fix.update.certainty
        height = fix.update.height
        speed_mps = Double(bitPattern: fix.update.motion.y)
        floor = fix.update.rest.y
        longestInterval_ns = Int64(Self.longestInterval_s * 1e9)
        longestGap_ns = Int64((min(settings.maxGap_s, Self.longestInterval_s) * 1e9).rounded())
        longestSkip_ns = min(longestGap_ns, StaleLimit.short_ns)
        maxSpeed_mps = settings.maxSpeed_mps ?? .infinity
        dopplerMargin_mps = settings.dopplerMargin_mps ?? .infinity
        readsAccuracy = false
        readsAltitude = false
        poorFrom_m = .infinity
        limitsAccuracy = false
        setClock(settings, wallOffset_ns, built)
    }

    private mutating func setClock(
        _ settings: FeedSettings, _ wallOffset_ns: Int64?, _ built: UTCInstant?
    ) {
        (earliest_ns, latest_ns) = (.min, .max)
        (leastLead_ns, mostLead_ns) = (.min, .max)
        guard settings.origin == .live else { return }
        if let wallOffset_ns {
            leastLead_ns = wallOffset_ns - Self.arrivalMargin_ns
            mostLead_ns = wallOffset_ns + Self.arrivalMargin_ns
        } else if settings.checksDates, let built {
            earliest_ns = built.nanoseconds
            latest_ns = built.nanoseconds + Self.fewYears_ns
        }
    }

    /// The instant of measurement of the last fix, on the clock of the source.
    var instant: FeedInstant { FeedInstant(nanoseconds: time_ns &- sourceZero_ns) }

    /// Takes into account which properties of a fix one monitor reads.
    mutating func heed(_ needs: SafeDistance.Needs, _ accuracies: AccuracyStatistics) {
        limitsAccuracy = limitsAccuracy || needs.limitsAccuracy
        heed(accuracies)
        readsAccuracy = readsAccuracy || needs.readsAccuracy
        readsAltitude = readsAltitude || needs.readsAltitude
        if needs.leastDwellGap_s * 1e9 < Double(longestInterval_ns) {
            longestInterval_ns = Int64((needs.leastDwellGap_s * 1e9).rounded())
            longestSkip_ns = min(longestSkip_ns, longestInterval_ns)
        }
    }

    /// Updates the accuracy beyond which a fix is poor.
    mutating func heed(_ accuracies: AccuracyStatistics) {
        guard limitsAccuracy else { return }
        poorFrom_m = accuracies.limit_m(atLevel: Double(bitPattern: certainty.y))
    }

    /// Returns the displacement to a fix that may be skipped, with an upper bound of its length
    /// that holds in the local box. Nil when further checks are required.
    @inline(__always)
    func skippableDisplacement(
        to update: LocationUpdate, from safe: borrowing SafeDistance, at boot: BootInstant
    ) -> Displacement? {
        let moved_m = safe.distanceUpperBound(from: place, to: update.place)
        return displacement(
            to: update, moved_m: moved_m, from: safe, at: boot, within: longestSkip_ns)
    }

    /// Returns the displacement to a fix at any place; nil when the fix is not ordinary. Its length
    /// is the same as in the full evaluation that may follow.
    @inline(__always)
    func displacement(
        to update: LocationUpdate, from safe: borrowing SafeDistance, at boot: BootInstant
    ) -> Displacement? {
        let moved_m = Geodesy.distanceUpperBound(
            from: Coordinate(latitude: place.x, longitude: place.y), to: update.position)
        guard !update.isImpossible,
            var displacement = displacement(
                to: update, moved_m: moved_m, from: safe, at: boot, within: longestInterval_ns)
        else { return nil }
        displacement.isAfterGap = displacement.interval_ns > longestGap_ns
        return !displacement.isAfterGap || moved_m > Step.unknownSegmentLimit_m
            ? displacement : nil
    }

    @inline(__always)
    private func displacement(
        to update: LocationUpdate, moved_m: Double, from safe: borrowing SafeDistance,
        at boot: BootInstant, within limit_ns: Int64
    ) -> Displacement? {
        let interval_ns = update.time_ns &- time_ns
        let elapsed_ns = boot.nanoseconds &- boot_ns
        let newSpeed_mps = Double(bitPattern: update.motion.y)
        // Between two fixes, a device may always move at the lower of its two speeds. An unknown
        // speed is NaN and does not lower the limit.
        let speed_mps = min(
            min(maxSpeed_mps, newSpeed_mps + dopplerMargin_mps), self.speed_mps + dopplerMargin_mps)
        let lead_ns = update.time_ns &- boot.nanoseconds
        guard update.time_ns > time_ns, interval_ns <= limit_ns, elapsed_ns <= limit_ns,
            !safe.reachesClockEdge(at: update.time_ns),
            moved_m <= speed_mps * (Double(interval_ns) * Self.second),
            update.rest.y == floor,
            update.time_ns >= earliest_ns, update.time_ns <= latest_ns,
            lead_ns >= leastLead_ns, lead_ns <= mostLead_ns,
            // A coordinate may be missing, or the position may be frozen.
            update.place.x != 0, update.place.y != 0,
            update.place != place || !(newSpeed_mps > FrozenCheck.leastSpeed_mps),
            !readsAltitude || update.height == height && update.certainty == certainty,
            !limitsAccuracy
                || update.certainty.y == certainty.y
                    && !(Double(bitPattern: update.certainty.x) > poorFrom_m),
            !readsAccuracy || update.certainty == certainty
        else { return nil }
        return Displacement(
            moved_m: moved_m, odometer_m: safe.odometer_m + moved_m, interval_ns: interval_ns,
            elapsed_ns: elapsed_ns)
    }

    /// Makes `update` the last fix.
    @inline(__always)
    mutating func take(_ update: LocationUpdate, at boot: BootInstant) {
        place = update.place
        time_ns = update.time_ns
        boot_ns = boot.nanoseconds
        speed_mps = Double(bitPattern: update.motion.y)
    }
}
