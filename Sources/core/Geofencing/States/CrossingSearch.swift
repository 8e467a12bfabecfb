import Chronology
import Geodesy

/// Searches for crossings of one fence on the segment between two fixes.
struct CrossingSearch {
    let path: Path
    /// The accuracy radii in metres at both ends; nil where unknown.
    let radii: (Double?, Double?)
    /// The thresholds at both ends.
    let thresholds: (Thresholds, Thresholds)
    let fence: FenceNumber
    /// Whether the segment ends outside the outline.
    let endsOutside: Bool

    /// The distance in metres beyond a threshold up to which a position is measured exactly.
    /// Farther out, the distance to the bounding box of the fence is precise enough.
    private static let nearby_m = 10.0

    /// The fraction of the segment after which the receiver came to `side`, starting at `start`.
    func root(
        to side: FenceRecord.Side, from start: Double = 0, in catalog: FenceCatalog
    ) -> Double? {
        let (first, last) = thresholds
        let (low, high) =
            side == .inside ? (first.enter, last.enter) : (first.exit, last.exit)
        let sign = side == .inside ? 1.0 : -1.0
        // On the exit threshold the receiver is still inside; the least distance beyond counts.
        let beyond = side == .inside ? 0 : Double.leastNormalMagnitude
        if low == 0, high == 0, path.isStraightOnMap, catalog.hasEdges(fence) {
            switch meeting(to: side, after: start, in: catalog) {
            case .never: return nil
            case .at(let share): return share
            case .unclear: break
            }
        }
        let near_m = max(0, low, high) + Self.nearby_m
        return RootSearch.first(from: start, slope: path.length_m + abs(high - low)) { u in
            let distance_m = distance(at: u, exactTo: near_m, in: catalog)
            return sign * (distance_m - (low + u * (high - low))) + beyond
        }
    }

    /// The information about a segment that follows from the outline of a fence alone.
    private enum Answer {
        /// The segment does not meet the outline.
        case never
        /// The fraction of the segment at which the receiver came to the requested side.
        case at(Double)
        /// The segment meets the outline, but may only touch it.
        case unclear
    }

    /// Returns where a segment that is straight in longitude and latitude reaches `side` of the
    /// outline, after the fraction `start`: at the first edge that it meets. Any search would be
    /// slower and less exact.
    private func meeting(
        to side: FenceRecord.Side, after start: Double, in catalog: FenceCatalog
    ) -> Answer {
        let endsThere = endsOutside == (side == .outside)
        let meeting = catalog.meeting(
            fence, from: path.start, to: path.end, after: start)
        guard let meeting else { return endsThere ? .unclear : .never }
        if meeting.isOnly, endsThere { return .at(meeting.share) }
        let beyond = path.position(at: meeting.share + RootSearch.resolution_m / path.length_m)
        let isOutside = catalog.side(fence, of: beyond) == .outside
        return isOutside == (side == .outside) ? .at(meeting.share) : .unclear
    }

    /// Returns the signed distance in metres from a position on the segment to the fence. Beyond
    /// `limit_m` the result may be smaller, so that steps towards the fence cost little.
    private func distance(
        at u: Double, exactTo limit_m: Double = .infinity, in catalog: FenceCatalog
    ) -> Double {
        let localFrame = LocalFrame(path.position(at: u))
        let bound_m = catalog.distanceBound(fence, from: localFrame)
        return bound_m > limit_m ? bound_m : catalog.signedDistance(fence, from: localFrame)
    }

    /// Returns the crossing after the fraction `u` of the segment.
    func crossing(at u: Double, in catalog: FenceCatalog) -> Crossing {
        Crossing(
            time: path.time(at: u), position: path.position(at: u),
            error_s: error_s(at: u, in: catalog),
            bracket: path.bracket, boot: path.boot(at: u), method: .linear, isDated: true)
    }

    /// Returns the accuracy divided by the speed normal to the edge, in seconds, at most the time
    /// between the two fixes; nil when the accuracy is unknown.
    private func error_s(at u: Double, in catalog: FenceCatalog) -> Double? {
        guard let start = radii.0, let end = radii.1 else { return nil }
        let radius = start + u * (end - start)
        let reach = min(0.5, max(1e-6, 0.05 / max(path.length_m, 0.05)))
        let (before, after) = (max(0, u - reach), min(1, u + reach))
        let approach =
            abs(distance(at: after, in: catalog) - distance(at: before, in: catalog))
            / (after - before)
        let interval = path.interval_s
        guard approach > 0 else { return interval }
        return min(interval, radius / approach * interval)
    }
}
