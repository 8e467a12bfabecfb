import Geodesy

/// The fences near the receiver, each with the distance that the receiver may travel before that
/// fence has to be evaluated again.
///
/// Distances change no faster than the receiver moves, and thresholds no faster than its accuracy
/// changes. The odometer is the sum of both. It shows when a fence has to be evaluated; until then
/// the state of the fence cannot change.
struct NearbyFences: Sendable {
    /// A fence near the receiver.
    private struct Entry {
        var fence: FenceNumber
        /// The odometer reading up to which the state of the fence cannot change.
        var safeUntil_m: Double
    }

    /// The metres travelled plus the accuracy drift.
    private(set) var odometer_m = 0.0
    /// The accumulated change of the accuracy in metres.
    private var accuracyDrift_m = 0.0
    /// The radius in metres around the receiver for the next refresh.
    private(set) var radius_m = 100.0
    /// The place of the receiver at the last refresh.
    private var center = Coordinate(latitude: 0, longitude: 0)
    /// The radius in metres around the centre within which the list is complete.
    private var completeRadius_m = 0.0
    /// The accuracy drift at the last refresh.
    private var driftAtRefresh_m = 0.0
    /// The odometer reading at the last refresh.
    private var refreshedAt_m = -Double.infinity
    /// The odometer reading up to which the list is complete.
    private(set) var validUntil_m = -Double.infinity
    /// The odometer reading up to which no state can change.
    private var safeUntil_m = -Double.infinity
    private var entries: [Entry] = []

    /// The approximate number of fences to list besides those at the receiver. A larger number
    /// makes each list long, a smaller one makes refreshes frequent.
    private static let wanted = 5.0
    /// The range of the search radius in metres. Beyond the upper limit, the bounds of distances
    /// become loose.
    private static let radius = 1.0...50_000.0
    /// The number of segments for which a list has to suffice.
    private static let segmentsPerRefresh = 4.0
    /// The longest movement in metres between two fixes of a receiver in normal motion. A longer
    /// one is a jump, after which the list would not be used again.
    private static let longestSegment_m = 500.0
    /// The metres by which a fence is evaluated early, to outweigh rounding.
    private static let margin_m = 1e-3

    /// Moves the odometer to `travelled_m` and adds a further accuracy drift, in metres. Returns
    /// true when no state can have changed.
    mutating func canSkip(travelled_m: Double, accuracyDrift_m: Double) -> Bool {
        self.accuracyDrift_m += accuracyDrift_m
        odometer_m = travelled_m + self.accuracyDrift_m
        return odometer_m < safeUntil_m
    }

    /// The metres travelled up to which no state can change if the accuracy is constant. When
    /// something has to be evaluated now, the result is minus infinity, so that rounding cannot
    /// make a receiver at rest skip the evaluation.
    var safeTravel_m: Double {
        safeUntil_m > odometer_m ? safeUntil_m - accuracyDrift_m : -.infinity
    }

    /// Whether the fences near the receiver are not known.
    var isUnknown: Bool { validUntil_m == -.infinity }

    /// Discards the list: the next fix is evaluated against all fences.
    mutating func invalidate() {
        validUntil_m = -.infinity
        refreshedAt_m = -.infinity
        safeUntil_m = -.infinity
    }

    /// Whether the list has to be refreshed at a place after a segment of that many metres. One
    /// refresh at a place is sufficient.
    mutating func needsRefresh(at place: Coordinate, after segment_m: Double) -> Bool {
        guard odometer_m != refreshedAt_m else { return false }
        if isTooLong(segment_m) { return true }
        // With few metres left, each of the next fixes would have to be evaluated.
        let spare_m = max(
            min(2 * segment_m, completeRadius_m / 8), min(segment_m, completeRadius_m / 2))
        guard odometer_m + spare_m >= validUntil_m else { return false }
        guard !isUnknown else { return true }
        // The distance from the centre is mostly shorter than the distance travelled, so the limit
        // from it is later.
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

    /// Begins a refresh and returns the radius in metres to search. The radius is 0 when only the
    /// fences at the receiver and along the last segment are to be listed.
    ///
    /// - Parameters:
    ///   - place: the place of the receiver.
    ///   - segment_m: the metres of the last segment.
    mutating func beginRefresh(at place: Coordinate, segment_m: Double) -> Double {
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

    /// Adds a fence whose state cannot change within the next `safe_m` metres.
    mutating func add(_ fence: FenceNumber, safe_m: Double) {
        // For a fence without a safe distance, the instant from which its state could change is not
        // known.
        entries.append(
            Entry(fence: fence, safeUntil_m: safe_m > 0 ? odometer_m + safe_m : -.infinity))
    }

    /// Whether a fence is among the first `count` entries, which are in order of number.
    func holds(_ fence: FenceNumber, amongFirst count: Int) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].fence < fence { low = middle + 1 } else { high = middle }
        }
        return low < count && entries[low].fence == fence
    }

    /// Keeps the wanted number of nearest fences, in order of number. When there are more, the list
    /// is complete within a smaller radius.
    ///
    /// - Parameters:
    ///   - isInOrder: whether the fences were added in order of number.
    ///   - segmentReach_m: the metres around the receiver within which each fence is to be
    ///     evaluated now.
    mutating func endRefresh(isInOrder: Bool, segmentReach_m: Double) {
        if !isInOrder { entries.sort { $0.fence < $1.fence } }
        assert(
            zip(entries, entries.dropFirst()).allSatisfy { $0.fence < $1.fence },
            "each fence is listed once")
        if completeRadius_m > 0 { limitRadius(segmentReach_m: segmentReach_m) }
        validUntil_m = odometer_m + completeRadius_m
        for place in entries.indices where entries[place].safeUntil_m <= odometer_m + segmentReach_m
        {
            entries[place].safeUntil_m = -.infinity
        }
    }

    private mutating func limitRadius(segmentReach_m: Double) {
        // With evenly distributed fences, this radius would contain the wanted number. A smaller
        // radius does not reduce the number of fences at the receiver itself.
        let others = entries.count { $0.safeUntil_m > odometer_m }
        let growth = min(2, (Self.wanted / Double(max(1, others))).squareRoot())
        radius_m = max(
            Self.radius.lowerBound, min(Self.radius.upperBound, radius_m * growth))
        // The list has to contain everything around the last segment.
        let limit_m = max(completeRadius_m * growth, 2 * segmentReach_m)
        guard limit_m < completeRadius_m else { return }
        completeRadius_m = limit_m
        entries.removeAll { [odometer_m] in $0.safeUntil_m >= odometer_m + limit_m }
    }

    /// The number of listed fences.
    var count: Int { entries.count }

    /// Returns the fence at an index of the list.
    func fence(at place: Int) -> FenceNumber { entries[place].fence }

    /// Whether the fence at that index has to be evaluated at the present place of the receiver.
    func isDue(_ place: Int) -> Bool { entries[place].safeUntil_m <= odometer_m }

    /// Sets the distance in metres within which the state of the fence at that index cannot change.
    mutating func set(_ place: Int, safe_m: Double) {
        entries[place].safeUntil_m = odometer_m + max(0, safe_m - Self.margin_m)
    }

    /// Calculates the distance that the receiver may travel before any state can change.
    mutating func settle() {
        safeUntil_m = entries.reduce(validUntil_m) { min($0, $1.safeUntil_m) }
    }
}
