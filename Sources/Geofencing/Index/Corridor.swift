import Geodesy

/// A strip along a short segment. A box beside the strip does not meet the segment, however near it
/// is to both ends. Among many fences, this excludes half of the area of an ellipse around the
/// segment.
///
/// The strip lies in a plane of scaled degrees, in which a metre has about the same length in both
/// directions. A segment that is straight in degrees is straight in this plane. A geodesic deviates
/// from it by its square over eight times the radius of its parallel. The scale uses an upper bound
/// of the metres per degree, which is too large by little more than one hundredth.
struct Corridor {
    private let end: Coordinate
    /// The metres across the segment for a degree of longitude and of latitude.
    private let across: SIMD2<Double>
    /// Half of `across`, without signs.
    private let acrossHalf: SIMD2<Double>
    private let halfWidth_m: Double
    /// The metres from the segment and its ends within which all places are in the strip.
    let beside_m: Double

    /// The longest segment in metres that counts as short.
    static let longestSegment_m = 5000.0
    /// The latitude in degrees beyond which parallels are curved too much.
    private static let steepest = 80.0

    /// Creates the strip of all places at most `metres` beside a segment. Nil when the segment is
    /// not short, has no length or is near a pole.
    ///
    /// - Parameter length_m: an upper bound of the metres of the segment.
    init?(from start: Coordinate, to end: Coordinate, length_m: Double, within metres: Double) {
        guard length_m < Self.longestSegment_m, metres < Self.longestSegment_m,
            abs(end.latitude) < Self.steepest
        else { return nil }
        let parallel = sineAndCosine(end.latitude * .pi / 180).cosine
        let scale = SIMD2(parallel, 1) * longestDegree_m
        let segment = start.degrees(to: end) * scale
        let onMap_m = (segment * segment).sum().squareRoot()
        guard onMap_m > 0 else { return nil }
        self.end = end
        across = SIMD2(-segment.y, segment.x) / onMap_m * scale
        acrossHalf = SIMD2(abs(across.x), abs(across.y)) / 2
        beside_m = metres
        halfWidth_m = 1.02 * metres + 0.01 * length_m
    }

    /// Whether a box can touch the strip; false only when the whole box is beside it.
    func touches(_ box: BoundingBox) -> Bool {
        let size = SIMD2(box.east - box.west, box.north - box.south)
        let middle = Coordinate(
            latitude: box.south + size.y / 2, longitude: box.west + size.x / 2)
        let away_m = (across * end.degrees(to: middle)).sum()
        let reach_m = (acrossHalf * size).sum()
        return abs(away_m) <= reach_m + halfWidth_m
    }
}
