import Geodesy

/// The fences near the receiver, each with how far the receiver may travel before that fence has to be
/// evaluated again.
///
/// Distances change no faster than the receiver moves, and thresholds no faster than its accuracy
/// changes. So the sum of both, the odometer, tells when a fence has to be evaluated; until then its
/// state cannot change.
struct NearbyFences: Sendable {
    /// A fence near the receiver.
    private struct Entry {
        var fence: FenceNumber
        /// The odometer up to which its state cannot change.
        var safeUntil_m: Double
    }

    /// Metres travelled plus the accuracy drift.
    private(set) var odometer_m = 0.0
    /// Accumulated change of the accuracy in metres.
    private var accuracyDrift_m = 0.0
    /// Metres around the receiver to search at the next refresh.
    private(set) var radius_m = 100.0
    /// Where the receiver was at the last refresh.
    private var center = Coordinate(latitude: 0, longitude: 0)
    /// Metres around the centre within which the list is complete.
    private var completeRadius_m = 0.0
    /// The accuracy drift at the last refresh.
    private var driftAtRefresh_m = 0.0
    /// The odometer at the last refresh.
    private var refreshedAt_m = -Double.infinity
    /// The odometer up to which the list is complete.
    private(set) var validUntil_m = -Double.infinity
    /// The odometer up to which no state can change.
    private var safeUntil_m = -Double.infinity
    private var entries: [Entry] = []
    /// The entries before the refresh under way.
    private var former: [Entry] = []

    /// Fences to list beside those at the receiver, about: more make each list long, fewer make
    /// refreshing frequent.
    private static let wanted = 5.0
    /// Metres to search: beyond the most, the bounds of distances become loose.
    private static let radius = 1.0...50_000.0
    /// Segments that have to fit into a list.
    private static let segmentsPerRefresh = 4.0
    /// Metres that a receiver under way moves between two fixes at the most; beyond it jumps, and the
    /// list would not be used again.
    private static let longestSegment_m = 500.0
    /// Metres by which a fence is evaluated early, to outweigh rounding.
    private static let margin_m = 1e-3

    /// Moves on to where `travelled_m` lie behind the receiver and the accuracy has drifted by so many
    /// metres more. True when no state can have changed.
    mutating func canSkip(travelled_m: Double, accuracyDrift_m: Double) -> Bool {
        self.accuracyDrift_m += accuracyDrift_m
        odometer_m = travelled_m + self.accuracyDrift_m
        return odometer_m < safeUntil_m
    }

    /// The metres travelled up to which no state can change if the accuracy stays as it is. What has to
    /// be evaluated now has to be for a receiver that stands still, too, whichever way the difference
    /// would be rounded.
    var safeTravel_m: Double {
        safeUntil_m > odometer_m ? safeUntil_m - accuracyDrift_m : -.infinity
    }

    /// Whether nothing is known of the fences near the receiver.
    var isUnknown: Bool { validUntil_m == -.infinity }

    /// Forgets everything: the next fix is evaluated against all fences.
    mutating func invalidate() {
        validUntil_m = -.infinity
        refreshedAt_m = -.infinity
        safeUntil_m = -.infinity
    }

    /// Whether the list has to be refreshed at a place to which a segment of that many metres has led;
    /// once at one place is enough.
    mutating func needsRefresh(at place: Coordinate, after segment_m: Double) -> Bool {
        guard odometer_m != refreshedAt_m else { return false }
        if isTooLong(segment_m) { return true }
        // With hardly any metres left, each of the next fixes would have to be evaluated.
        let spare_m = max(
            min(2 * segment_m, completeRadius_m / 8), min(segment_m, completeRadius_m / 2))
        guard odometer_m + spare_m >= validUntil_m else { return false }
        guard !isUnknown else { return true }
        // The actual position tells more: displacement is mostly shorter than distance travelled.
        let left_m =
            completeRadius_m - distanceUpperBound(from: center, to: place)
            - (accuracyDrift_m - driftAtRefresh_m)
        validUntil_m = max(validUntil_m, odometer_m + left_m)
        return odometer_m + spare_m >= validUntil_m
    }

    /// Whether a segment is so long that a list would not be used again at the next fix.
    private func isTooLong(_ segment_m: Double) -> Bool {
        segment_m > Self.longestSegment_m && Self.segmentsPerRefresh * segment_m > radius_m
    }

    /// Begins a refresh; gives the metres to search: 0 where only the fences at the receiver and along
    /// the last segment are to be listed.
    ///
    /// - Parameters:
    ///   - place: where the receiver is.
    ///   - segment_m: metres of the last segment.
    ///   - remembers: whether the safe distances of listed fences hold there, too.
    mutating func beginRefresh(
        at place: Coordinate, segment_m: Double, remembers: Bool
    ) -> Double {
        if remembers { swap(&entries, &former) }
        if !entries.isEmpty { entries.removeAll(keepingCapacity: true) }
        (center, refreshedAt_m, driftAtRefresh_m) = (place, odometer_m, accuracyDrift_m)
        if isTooLong(segment_m) {
            completeRadius_m = 0
        } else {
            let least_m = Self.segmentsPerRefresh * segment_m
            if radius_m < least_m { radius_m = 2 * least_m }
            completeRadius_m = radius_m
        }
        return completeRadius_m
    }

    /// Adds a fence whose state cannot change before that many metres.
    mutating func add(_ fence: FenceNumber, safe_m: Double) {
        // Since when a fence without a safe distance could change is not known.
        entries.append(
            Entry(fence: fence, safeUntil_m: safe_m > 0 ? odometer_m + safe_m : -.infinity))
    }

    /// Whether a fence is among the first so many, which are in order of number.
    func holds(_ fence: FenceNumber, amongFirst count: Int) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].fence < fence { low = middle + 1 } else { high = middle }
        }
        return low < count && entries[low].fence == fence
    }

    /// Keeps as many of the nearest fences as are wanted, in order of number; where there are more, the
    /// list is complete for fewer metres.
    ///
    /// - Parameters:
    ///   - isInOrder: whether they were added in order of number.
    ///   - sweep_m: metres around the receiver within which each is to be evaluated now.
    mutating func endRefresh(isInOrder: Bool, sweep_m: Double) {
        if !isInOrder { entries.sort { $0.fence < $1.fence } }
        assert(
            zip(entries, entries.dropFirst()).allSatisfy { $0.fence < $1.fence },
            "each fence is listed once")
        if completeRadius_m > 0 { limitRadius(sweep_m: sweep_m) }
        validUntil_m = odometer_m + completeRadius_m
        for place in entries.indices where entries[place].safeUntil_m <= odometer_m + sweep_m {
            entries[place].safeUntil_m = -.infinity
        }
        recall()
    }

    private mutating func limitRadius(sweep_m: Double) {
        // Within that radius there would be as many as are wanted if they lay evenly. Those at the
        // receiver are no fewer however small it is.
        let others = entries.count { $0.safeUntil_m > odometer_m }
        let growth = min(2, (Self.wanted / Double(max(1, others))).squareRoot())
        radius_m = max(
            Self.radius.lowerBound, min(Self.radius.upperBound, radius_m * growth))
        // What lies around the last segment is to be well within.
        let limit_m = max(completeRadius_m * growth, 2 * sweep_m)
        guard limit_m < completeRadius_m else { return }
        completeRadius_m = limit_m
        entries.removeAll { [odometer_m] in $0.safeUntil_m >= odometer_m + limit_m }
    }

    /// Takes over the safe distances from before the refresh of the fences that are still listed.
    private mutating func recall() {
        guard !former.isEmpty else { return }
        var next = 0
        for place in entries.indices {
            while next < former.count, former[next].fence < entries[place].fence { next += 1 }
            guard next < former.count else { break }
            guard former[next].fence == entries[place].fence else { continue }
            entries[place].safeUntil_m = max(
                entries[place].safeUntil_m, former[next].safeUntil_m)
        }
        former.removeAll(keepingCapacity: true)
    }

    /// How many fences are listed.
    var count: Int { entries.count }

    /// The fence at a place in the list.
    func fence(at place: Int) -> FenceNumber { entries[place].fence }

    /// Whether the fence at that place has to be evaluated where the receiver is now.
    func isDue(_ place: Int) -> Bool { entries[place].safeUntil_m <= odometer_m }

    /// The state of the fence at that place cannot change before that many metres.
    mutating func set(_ place: Int, safe_m: Double) {
        entries[place].safeUntil_m = odometer_m + max(0, safe_m - Self.margin_m)
    }

    /// Works out how far the receiver may travel before any state can change.
    mutating func settle() {
        safeUntil_m = entries.reduce(validUntil_m) { min($0, $1.safeUntil_m) }
    }
}
