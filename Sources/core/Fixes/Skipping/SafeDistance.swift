import Chronology

/// The distance that a source may move before any state can change. It makes the fixes in between
/// very cheap.
///
/// Distances to fences change no faster than the receiver moves. So an ordinary fix changes no
/// state while the metres travelled are below those to the nearest threshold of any started
/// monitor. (Safe regions: Prabhakar et al. 2002, "Query indexing and velocity constrained
/// indexing".)
package struct SafeDistance: Sendable {
    /// The properties of fixes, beside their place, that one monitor reads.
    package struct Needs: Sendable {
        /// Whether the monitor reads the accuracy of fixes.
        var readsAccuracy: Bool
        /// Whether a fix that is poor by the statistics of the source has another effect on the
        /// monitor.
        var limitsAccuracy: Bool
        /// Whether the monitor reads the altitude of fixes.
        var readsAltitude: Bool
        /// The seconds between fixes beyond which dwelling pauses in some fence; infinite when the
        /// stale limit of the source decides.
        var leastDwellGap_s: Double
        var clockEdge: ClockEdge

        /// Creates the needs of one monitor.
        package init(
            readsAccuracy: Bool, limitsAccuracy: Bool, readsAltitude: Bool, leastDwellGap_s: Double,
            clockEdge: ClockEdge
        ) {
            self.readsAccuracy = readsAccuracy
            self.limitsAccuracy = limitsAccuracy
            self.readsAltitude = readsAltitude
            self.leastDwellGap_s = leastDwellGap_s
            self.clockEdge = clockEdge
        }
    }

    /// An upper bound of the metres travelled so far.
    package internal(set) var odometer_m = 0.0
    /// The odometer reading at which fences have to be evaluated again.
    package var safeUntil_m = -Double.infinity
    /// The local box with a known upper bound of the metres per degree.
    private var displacementBound = DisplacementBound()
    /// A time shortly before that at which the first fence expires, opens or closes.
    private var clockEdge_ns = Int64.max

    /// Limits the safe distance: fences have to be evaluated again at that odometer reading at the
    /// latest.
    package mutating func limit(to odometer_m: Double) {
        safeUntil_m = min(safeUntil_m, odometer_m)
    }

    /// Ends the safe distance, so that the next fix is evaluated fully.
    mutating func end() {
        safeUntil_m = -.infinity
    }

    /// Begins at a place, without limits from monitors.
    mutating func begin(at place: SIMD2<Double>) {
        safeUntil_m = .infinity
        displacementBound = DisplacementBound()
        review(at: place)
    }

    /// Discards the clock edge.
    mutating func forgetClock() {
        clockEdge_ns = .max
    }

    /// Takes into account that fences expire, open or close by receiver time. Each fix before that
    /// instant may correct its position on the boot clock.
    package mutating func heed(_ edge: ClockEdge) {
        switch edge {
        case .none: return
        case .atFirstTime: clockEdge_ns = .min
        case .at(let time):
            clockEdge_ns = min(clockEdge_ns, time.nanoseconds - Self.clockMargin_ns)
        }
    }

    /// Returns whether some fence may expire, open or close at a time in nanoseconds since 1970.
    @inline(__always)
    package func reachesClockEdge(at time_ns: Int64) -> Bool { time_ns >= clockEdge_ns }

    /// A bound for the difference between receiver time and boot clock within a minute.
    private static let clockMargin_ns: Int64 = 60_000_000_000

    /// Returns an upper bound of the metres between two places in the present local box.
    @inline(__always)
    func distanceUpperBound(from start: SIMD2<Double>, to end: SIMD2<Double>) -> Double {
        displacementBound.distanceUpperBound(from: start, to: end)
    }

    /// Replaces the local box by one around the receiver before the receiver can have left it. Does
    /// nothing when the next fix is evaluated in any case.
    @inline(__always)
    mutating func review(at place: SIMD2<Double>) {
        guard safeUntil_m > odometer_m else { return }
        if !displacementBound.suffices(at: odometer_m) { moveDisplacementBound(to: place) }
        safeUntil_m = min(safeUntil_m, displacementBound.end_m)
    }

    private mutating func moveDisplacementBound(to place: SIMD2<Double>) {
        displacementBound = DisplacementBound(around: place, odometer_m: odometer_m)
    }
}
