import Chronology

/// The distance that a source may move before any state can change. Most fixes end here.
///
/// Distances to fences change no faster than the receiver moves. So a fix changes no state while
/// the metres travelled are below those to the nearest threshold of any started monitor, and while
/// nothing else changes that a monitor reads. (Safe regions: Prabhakar et al. 2002, "Query indexing
/// and velocity constrained indexing".)
package struct SafeDistance: Sendable {
    /// The properties of fixes, beside their place, that the monitors of a source read.
    package struct Needs: Sendable {
        /// Whether a monitor reads the accuracy of fixes.
        package var readsAccuracy = false
        /// Whether a fix that is poor by the statistics of the source has another effect on a
        /// monitor.
        package var limitsAccuracy = false
        /// Whether a monitor reads the altitude of fixes.
        package var readsAltitude = false
        /// The seconds between fixes beyond which dwelling pauses in some fence; infinite when the
        /// stale limit of the source decides.
        package var leastDwellGap_s = Double.infinity
        /// A time shortly before that at which the first fence expires, opens or closes.
        private var clockEdge_ns = Int64.max

        /// Creates the needs of no monitor.
        package init() {}

        /// A bound for the difference between receiver time and boot clock within a minute.
        private static let clockMargin_ns: Int64 = 60_000_000_000

        /// Adds that fences expire, open or close by receiver time. Each fix before that instant may
        /// correct its position on the boot clock.
        package mutating func add(_ edge: ClockEdge) {
            switch edge {
            case .none: return
            case .atFirstTime: clockEdge_ns = .min
            case .at(let time):
                clockEdge_ns = min(clockEdge_ns, time.nanoseconds - Self.clockMargin_ns)
            }
        }

        /// Whether some fence may expire, open or close at a time in nanoseconds since 1970.
        fileprivate func reachesClockEdge(at time_ns: Int64) -> Bool { time_ns >= clockEdge_ns }
    }

    /// What the monitors of the source read.
    package var needs = Needs()
    /// The odometer reading at which fences have to be evaluated again.
    package var safeUntil_m = -Double.infinity

    /// Whether some fence may expire, open or close at the time of a fix.
    package func reachesClockEdge(at update: LocationUpdate) -> Bool {
        update.time != nil && needs.reachesClockEdge(at: update.time_ns)
    }

    /// Whether no state can change with an accepted fix.
    ///
    /// After a gap that pauses a dwell clock, a jump or a replacement, and where a property of the
    /// fix differs that a monitor reads, the fix is evaluated.
    func canSkip(_ segment: Segment) -> Bool {
        guard segment.odometer_m < safeUntil_m, let before = segment.before?.update,
            segment.unknownFor_s == nil, !segment.isJump, !segment.isReplacement,
            segment.bootInterval_s <= min(needs.leastDwellGap_s, segment.staleLimit_s)
        else { return false }
        let update = segment.fix.update
        let isSameAccuracy = update.certainty == before.certainty
        return update.rest.y == before.rest.y && !needs.reachesClockEdge(at: update.time_ns)
            && (isSameAccuracy || !needs.readsAccuracy && !needs.readsAltitude)
            && (!needs.readsAltitude || update.height == before.height)
            && !(needs.limitsAccuracy && segment.isPoor)
    }
}
