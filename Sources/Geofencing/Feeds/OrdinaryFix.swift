import Chronology
import Geodesy

/// What the next fix has to be like so that every check of `SourceState` surely accepts it and no
/// monitor can read more from it than where and when it is: the same checks in a few comparisons, each
/// at least as strict.
struct OrdinaryFix: Sendable {
    // The last fix, as far as the next one is compared with it.
    private(set) var place = SIMD2<Double>()
    private var time_ns: Int64 = 0
    private var boot_ns: Int64 = 0
    private var certainty = Pair()
    private var height = Pair()
    private var speed_mps = Double.nan
    private var floor: UInt64 = 0
    /// Receiver time at the zero of the source's clock.
    private var sourceZero_ns: Int64 = 0

    /// Nanoseconds between two fixes beyond which none is ordinary.
    private var longestInterval_ns: Int64 = 0
    /// Nanoseconds between two fixes beyond which none is skipped.
    private var longestSkip_ns: Int64 = 0
    /// Nanoseconds between two fixes beyond which nothing is inferred about the segment.
    private var longestGap_ns: Int64 = 0
    /// Metres per second that are accepted whatever the receiver reports.
    private var maxSpeed_mps = 0.0
    /// Metres per second beyond the reported speed that are accepted.
    private var dopplerMargin_mps = Double.infinity
    /// Whether a change of accuracy may change a state.
    private var readsAccuracy = false
    /// Whether a change of altitude may change a state.
    private var readsAltitude = false
    /// Whether a poor fix may change a state otherwise than another one.
    private var limitsAccuracy = false
    /// The accuracy in metres, of the level of the last fix, beyond which a fix is poor.
    private var poorFrom_m = Double.infinity
    /// The times that no check of dates doubts.
    private var earliest_ns = Int64.min
    private var latest_ns = Int64.max
    /// The time less the boot clock of fixes that arrive when they are measured.
    private var leastLead_ns = Int64.min
    private var mostLead_ns = Int64.max

    /// A minute late is ordinary.
    private static let arrivalSlack_ns: Int64 = 60_000_000_000
    /// Ten years: fewer than the dates that may be right.
    private static let fewYears_ns: Int64 = 315_360_000_000_000_000

    /// The date of a receiver may be wrong by a day at most.
    private static let longestInterval_s = TimeOrder.farthestAhead_s
    /// The seconds of a nanosecond, a little less to outweigh the rounding of limits.
    private static let second = 1e-9 * (1 - 1e-12)

    /// Takes no fix for ordinary.
    mutating func end() {
        longestInterval_ns = 0
        longestSkip_ns = 0
    }

    /// Begins after that fix; nothing is ordinary after one without a time.
    ///
    /// - Parameters:
    ///   - wallOffset_ns: nanoseconds of UTC at the zero of the boot clock, where that is trusted.
    ///   - built: when the program was built; nil where nothing is held against it.
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
            leastLead_ns = wallOffset_ns - Self.arrivalSlack_ns
            mostLead_ns = wallOffset_ns + Self.arrivalSlack_ns
        } else if settings.checksDates, let built {
            earliest_ns = built.nanoseconds
            latest_ns = built.nanoseconds + Self.fewYears_ns
        }
    }

    /// When the last fix was measured, on the clock of the source.
    var instant: FeedInstant { FeedInstant(nanoseconds: time_ns &- sourceZero_ns) }

    /// Heeds what one monitor reads.
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

    /// Heeds from which accuracy on a fix is poor.
    mutating func heed(_ accuracies: AccuracyStatistics) {
        guard limitsAccuracy else { return }
        poorFrom_m = accuracies.limit_m(atLevel: Double(bitPattern: certainty.y))
    }

    /// The displacement to a fix that may be skipped, by a bound on its length that holds near by; nil
    /// where more has to be asked.
    @inline(__always)
    func skippableDisplacement(
        to update: LocationUpdate, from safe: borrowing SafeDistance, at boot: BootInstant
    ) -> Displacement? {
        let moved_m = safe.distanceUpperBound(from: place, to: update.place)
        return displacement(
            to: update, moved_m: moved_m, from: safe, at: boot, within: longestSkip_ns)
    }

    /// The displacement to a fix wherever it is; nil where the fix is not ordinary. It is as long as a
    /// full evaluation takes it for, which may follow.
    @inline(__always)
    func displacement(
        to update: LocationUpdate, from safe: borrowing SafeDistance, at boot: BootInstant
    ) -> Displacement? {
        let moved_m = Geofencing.distanceUpperBound(
            from: Coordinate(latitude: place.x, longitude: place.y), to: update.position)
        guard !update.isImpossible,
            var displacement = displacement(
                to: update, moved_m: moved_m, from: safe, at: boot, within: longestInterval_ns)
        else { return nil }
        displacement.isAfterGap = displacement.interval_ns > longestGap_ns
        return !displacement.isAfterGap || moved_m > FenceEvaluator.unknownWayLimit_m
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
        // Between two fixes a device may always go on at the lower one of its speeds. An unknown speed is
        // not a number, and does not lessen what is accepted.
        let speed_mps = min(
            min(maxSpeed_mps, newSpeed_mps + dopplerMargin_mps), self.speed_mps + dopplerMargin_mps)
        let lead_ns = update.time_ns &- boot.nanoseconds
        guard update.time_ns > time_ns, interval_ns <= limit_ns, elapsed_ns <= limit_ns,
            !safe.reachesClockEdge(at: update.time_ns),
            moved_m <= speed_mps * (Double(interval_ns) * Self.second),
            update.rest.y == floor,
            update.time_ns >= earliest_ns, update.time_ns <= latest_ns,
            lead_ns >= leastLead_ns, lead_ns <= mostLead_ns,
            // A coordinate may be missing, a position frozen.
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

    /// That fix is the last one now.
    @inline(__always)
    mutating func take(_ update: LocationUpdate, at boot: BootInstant) {
        place = update.place
        time_ns = update.time_ns
        boot_ns = boot.nanoseconds
        speed_mps = Double(bitPattern: update.motion.y)
    }
}
