import Geodesy

/// The origin and the extent of a search for nearby fences.
struct SearchExtent {
    var place: LocalFrame
    /// The greatest distance in metres between an outline and a threshold outside it.
    var reach_m: Double
    /// The radius in metres around the receiver within which every fence is evaluated now.
    var segmentReach_m = 0.0
    /// The start of the segment; nil when fences along it are not searched for.
    var start: LocalFrame?
    /// The distance in metres on either side of the segment within which fences are searched for.
    var besideSegment_m = 0.0
    /// The length of the segment in metres, plus margins for fences beyond and beside it.
    var segmentLength_m = 0.0

    /// A search for the fences whose thresholds may lie within so many metres of the place, or on
    /// the segment to it.
    func search(within metres: Double) -> FenceIndex.Search {
        FenceIndex.Search(
            place: place, radius_m: max(metres, segmentReach_m) + reach_m, start: start,
            segmentLength_m: segmentLength_m,
            corridor: start.flatMap {
                Corridor(
                    from: $0.coordinate, to: place.coordinate, length_m: segmentLength_m,
                    within: besideSegment_m)
            })
    }

    /// The metres that the receiver may move from the place before the found fence can change; 0
    /// for a fence along the segment.
    func safe_m(_ finding: FenceIndex.Finding) -> Double {
        finding.isOnSegment ? 0 : max(0, finding.distance_m - reach_m)
    }
}
