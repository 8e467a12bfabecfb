import Chronology

/// How far a source may move before any state can change: what makes the fixes in between cost next to
/// nothing.
///
/// Distances change no faster than the receiver moves, so as long as the metres travelled stay below
/// those to the nearest threshold of any started monitor, an ordinary fix changes no state. (Safe
/// regions: Prabhakar et al. 2002, "Query indexing and velocity constrained indexing".)
struct SafeDistance: Sendable {
    /// What one monitor reads of fixes beside where they are.
    struct Needs: Sendable {
        /// Whether it reads the accuracy of fixes.
        var readsAccuracy: Bool
        /// Whether poor fixes, by what is learned of the source, tell it less than others.
        var limitsAccuracy: Bool
        /// Whether it reads their altitude.
        var readsAltitude: Bool
        /// Seconds between fixes beyond which dwelling pauses in some fence; infinite where the stale
        /// limit of the source decides.
        var leastDwellGap_s: Double
        var clockEdge: ClockEdge
    }

    /// Metres travelled so far, at least.
    var odometer_m = 0.0
    /// The odometer at which fences have to be evaluated again.
    var safeUntil_m = -Double.infinity
    /// Where a degree has at most so many metres.
    private var vicinity = Vicinity()
    /// The time shortly before which some fence expires, opens or closes.
    private var clockEdge_ns = Int64.max

    /// Fences have to be evaluated again at that odometer, if not earlier.
    mutating func limit(to odometer_m: Double) {
        safeUntil_m = min(safeUntil_m, odometer_m)
    }

    /// Evaluates the next fix fully.
    mutating func end() {
        safeUntil_m = -.infinity
    }

    /// Begins at a place, with no monitor to heed.
    mutating func begin(at place: SIMD2<Double>) {
        safeUntil_m = .infinity
        vicinity = Vicinity()
        review(at: place)
    }

    /// Forgets what the clock says of fences.
    mutating func forgetClock() {
        clockEdge_ns = .max
    }

    /// Heeds that fences expire, open or close by the time of the receiver: when that is on the boot
    /// clock each of the last fixes before may correct.
    mutating func heed(_ edge: ClockEdge) {
        switch edge {
        case .none: return
        case .atFirstTime: clockEdge_ns = .min
        case .at(let time):
            clockEdge_ns = min(clockEdge_ns, time.nanoseconds - Self.clockMargin_ns)
        }
    }

    /// Whether some fence may expire, open or close at a time in nanoseconds since 1970.
    @inline(__always)
    func reachesClockEdge(at time_ns: Int64) -> Bool { time_ns >= clockEdge_ns }

    /// Receiver time and boot clock differ in a minute by less than this.
    private static let clockMargin_ns: Int64 = 60_000_000_000

    /// At least the metres between two places of the present vicinity.
    @inline(__always)
    func distanceUpperBound(from start: SIMD2<Double>, to end: SIMD2<Double>) -> Double {
        vicinity.distanceUpperBound(from: start, to: end)
    }

    /// Takes a vicinity around where the receiver is, and another before the receiver may have left it;
    /// none where the next fix is evaluated in any case.
    @inline(__always)
    mutating func review(at place: SIMD2<Double>) {
        guard safeUntil_m > odometer_m else { return }
        if !vicinity.suffices(at: odometer_m) { moveVicinity(to: place) }
        safeUntil_m = min(safeUntil_m, vicinity.end_m)
    }

    private mutating func moveVicinity(to place: SIMD2<Double>) {
        vicinity = Vicinity(around: place, odometer_m: odometer_m)
    }
}
