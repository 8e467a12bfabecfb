import Chronology
import Geodesy

/// How far a feed may go on before anybody has to look: what makes the fixes in between cost next
/// to nothing.
///
/// Distances change no faster than the receiver moves, so as long as the metres travelled stay
/// below those to the nearest threshold of any started monitor, a fix that differs from the last
/// one in nothing but place and time changes no judgement. (Safe regions: Prabhakar et al. 2002,
/// "Query indexing and velocity constrained indexing".)
struct Cruise: Sendable {
    /// Metres travelled so far, at least.
    var odometer_m = 0.0
    /// The odometer at which somebody has to look at the next fix.
    var due_m = -Double.infinity

    // The last fix, as far as the next one is compared with it.
    private var place = SIMD2<Double>()
    private var time_ns: Int64 = 0
    private var boot_ns: Int64 = 0
    private var certainty = Pair()
    private var altitude: UInt64 = 0
    private var floor: UInt64 = 0
    private var vicinity = Vicinity()
    /// Receiver time at the zero of the feed's clock.
    private var feedZero_ns: Int64 = 0

    /// Nanoseconds between two fixes beyond which one is judged in any case.
    private var longestInterval_ns: Int64 = 0
    /// Nanoseconds between two fixes beyond which somebody looks at one.
    private var longestUnseen_ns: Int64 = 0
    /// Nanoseconds between two fixes beyond which nothing is inferred about the way between.
    private var longestGap_ns: Int64 = 0
    /// The time shortly before which some fence expires, opens or closes.
    private var clockEdge_ns = Int64.max
    /// Metres per second that are believed whatever the receiver says.
    private var maxSpeed_mps = 0.0
    /// Metres per second beyond the reported speed that are believed.
    private var dopplerMargin_mps = Double.infinity
    /// Whether a change of accuracy may change a judgement.
    private var heedsAccuracy = false
    /// Whether a change of altitude may change a judgement.
    private var heedsAltitude = false

    /// The date of a receiver may be wrong by a day at most.
    private static let longestInterval_s = TimeOrder.farthestAhead_s
    /// The seconds of a nanosecond, a little less to outweigh the rounding of limits.
    private static let second = 1e-9 * (1 - 1e-12)

    /// Knows of no fix, so that the next one is judged in full.
    mutating func begin() {
        stop()
        clockEdge_ns = .max
    }

    /// Stands at the last fix of a feed, with no monitor to heed.
    mutating func begin(at fix: AcceptedFix, _ settings: FeedSettings) {
        begin()
        guard let time = fix.update.time else { return }
        due_m = .infinity
        place = fix.update.place
        vicinity = Vicinity()
        lookAround()
        time_ns = time.nanoseconds
        boot_ns = fix.boot.nanoseconds
        feedZero_ns = time_ns &- fix.feed.nanoseconds
        certainty = fix.update.certainty
        altitude = fix.update.height.x
        floor = fix.update.rest.y
        longestInterval_ns = Int64(Self.longestInterval_s * 1e9)
        longestGap_ns = Int64((min(settings.maxGap_s, Self.longestInterval_s) * 1e9).rounded())
        longestUnseen_ns = min(longestGap_ns, StaleLimit.short_ns)
        maxSpeed_mps = settings.maxSpeed_mps ?? .infinity
        dopplerMargin_mps = settings.dopplerMargin_mps ?? .infinity
        heedsAccuracy = false
        heedsAltitude = false
    }

    /// Judges the next fix in full.
    mutating func stop() {
        longestInterval_ns = 0
        longestUnseen_ns = 0
        due_m = -.infinity
    }

    /// When the last fix was measured, on the clock of the feed.
    var feedInstant: FeedInstant { FeedInstant(nanoseconds: time_ns &- feedZero_ns) }

    /// Heeds what one monitor does.
    mutating func heed(_ needs: Needs) {
        heedsAccuracy = heedsAccuracy || needs.heedsAccuracy
        heedsAltitude = heedsAltitude || needs.heedsAltitude
        if let gap_s = needs.dwellMaxGap_s, gap_s * 1e9 < Double(longestInterval_ns) {
            longestInterval_ns = Int64((gap_s * 1e9).rounded())
            longestUnseen_ns = min(longestUnseen_ns, longestInterval_ns)
        }
        heed(needs.clockEdge)
    }

    /// Heeds that fences expire, open or close by the time of the receiver: when that is on the
    /// boot clock each of the last fixes before may correct.
    mutating func heed(_ edge: ClockEdge) {
        switch edge {
        case .none: return
        case .atFirstTime: clockEdge_ns = .min
        case .at(let time):
            clockEdge_ns = min(clockEdge_ns, time.nanoseconds - Self.clockMargin_ns)
        }
    }

    /// Whether some fence may expire, open or close at `time`.
    func reachesClockEdge(at time: UTCInstant) -> Bool { time.nanoseconds >= clockEdge_ns }

    /// Receiver time and boot clock differ in a minute by less than this.
    private static let clockMargin_ns: Int64 = 60_000_000_000

    /// The way to a fix that nobody has to look at if it is near enough; nil where somebody may.
    @inline(__always)
    func unseenAdvance(to update: LocationUpdate, at boot: BootInstant) -> Advance? {
        let moved_m = vicinity.distanceUpperBound(from: place, to: update.place)
        return advance(to: update, moved_m: moved_m, at: boot, within: longestUnseen_ns)
    }

    /// What is known of an advance that somebody has to look at: its bound holds in the vicinity alone.
    @inline(__always)
    func manner(of advance: Advance) -> Manner {
        advance.odometer_m < vicinity.end_m ? .isOrdinary : .mayBeUnusual
    }

    /// The way to a fix wherever it is; nil where it is to be judged in full. It is as long as a full
    /// judgement takes it for, which may follow a glance of some monitors.
    ///
    /// It changes nothing, but else a copy of all of this would be asked.
    @inline(__always)
    mutating func advance(
        to update: LocationUpdate, _ manner: Manner, at boot: BootInstant
    ) -> Advance? {
        let start = Coordinate(latitude: place.x, longitude: place.y)
        let moved_m = distanceUpperBound(from: start, to: update.position)
        guard manner == .mayBeUnusual else {
            return Advance(
                moved_m: moved_m, course: start.degrees(to: update.position),
                odometer_m: odometer_m + moved_m, interval_ns: update.time_ns &- time_ns,
                elapsed_ns: boot.nanoseconds &- boot_ns)
        }
        return advance(to: update, from: start, moved_m: moved_m, at: boot)
    }

    private mutating func advance(
        to update: LocationUpdate, from start: Coordinate, moved_m: Double, at boot: BootInstant
    ) -> Advance? {
        guard !update.isImpossible,
            var advance = advance(
                to: update, moved_m: moved_m, at: boot, within: longestInterval_ns)
        else { return nil }
        advance.isLeap = advance.interval_ns > longestGap_ns
        guard advance.isLeap else {
            advance.course = start.degrees(to: update.position)
            return advance
        }
        return moved_m > Monitor.unknownWayLimit_m ? advance : nil
    }

    /// Whether a fix differs from the last one in nothing but place and time, and in those as can
    /// be expected. Any that is the least bit unusual is to be checked and judged in full: nil.
    @inline(__always)
    private func advance(
        to update: LocationUpdate, moved_m: Double, at boot: BootInstant, within limit_ns: Int64
    ) -> Advance? {
        let interval_ns = update.time_ns &- time_ns
        let elapsed_ns = boot.nanoseconds &- boot_ns
        // An unknown speed is not a number, and does not lessen what is believed.
        let speed_mps = min(
            maxSpeed_mps, Double(bitPattern: update.motion.y) + dopplerMargin_mps)
        guard update.time_ns > time_ns, interval_ns <= limit_ns, elapsed_ns <= limit_ns,
            update.time_ns < clockEdge_ns,
            moved_m <= speed_mps * (Double(interval_ns) * Self.second),
            update.rest.y == floor,
            !heedsAltitude || update.height.x == altitude,
            !heedsAccuracy || update.certainty == certainty
        else { return nil }
        return Advance(
            moved_m: moved_m, odometer_m: odometer_m + moved_m, interval_ns: interval_ns,
            elapsed_ns: elapsed_ns)
    }

    /// Goes on to that fix.
    @inline(__always)
    mutating func go(on advance: Advance, to update: LocationUpdate, at boot: BootInstant) {
        odometer_m = advance.odometer_m
        place = update.place
        time_ns = update.time_ns
        boot_ns = boot.nanoseconds
    }

    /// Looks around where the receiver is, and again before it may have left there; not at all where
    /// the next fix is looked at in any case.
    @inline(__always)
    mutating func lookAround() {
        guard due_m > odometer_m else { return }
        if !vicinity.suffices(at: odometer_m) { moveVicinity() }
        due_m = min(due_m, vicinity.end_m)
    }

    private mutating func moveVicinity() {
        vicinity = Vicinity(around: place, odometer_m: odometer_m)
    }
}
