import Geodesy

/// A strip along a short way. What lies beside it is not met on the way, however near to both ends
/// it is: half of an ellipse around a way among many fences is beside it.
///
/// It is a strip of a flat map of degrees, stretched so that a metre is about the same in both
/// directions. A way that is straight there is so here, and a geodesic bends from it by its square
/// over eight times the radius of its parallel; a degree has the most metres here that it has
/// anywhere, by little more than a hundredth too many.
struct Corridor {
    private let end: Coordinate
    /// Metres across the way for a degree of longitude and of latitude.
    private let across: SIMD2<Double>
    /// Half of that, in whichever direction.
    private let acrossHalf: SIMD2<Double>
    private let halfWidth_m: Double
    /// Metres from the way, its ends as well, within which all places are in the strip.
    let beside_m: Double

    /// Metres of the longest way that is taken for short.
    static let longestWay_m = 5000.0
    /// Degrees of latitude beyond which parallels bend too much.
    private static let steepest = 80.0

    /// The strip of all places at most `metres` beside a way; nil where the way is not short, leads
    /// nowhere or is near a pole.
    ///
    /// - Parameter length_m: at least the metres of the way.
    init?(from start: Coordinate, to end: Coordinate, length_m: Double, within metres: Double) {
        guard length_m < Self.longestWay_m, metres < Self.longestWay_m,
            abs(end.latitude) < Self.steepest
        else { return nil }
        let parallel = sineAndCosine(end.latitude * .pi / 180).cosine
        let scale = SIMD2(parallel, 1) * longestDegree_m
        let way = start.degrees(to: end) * scale
        let onMap_m = (way * way).sum().squareRoot()
        guard onMap_m > 0 else { return nil }
        self.end = end
        across = SIMD2(-way.y, way.x) / onMap_m * scale
        acrossHalf = SIMD2(abs(across.x), abs(across.y)) / 2
        beside_m = metres
        halfWidth_m = 1.02 * metres + 0.01 * length_m
    }

    /// False only where all of a box lies beside the strip.
    func touches(_ box: BoundingBox) -> Bool {
        let size = SIMD2(box.east - box.west, box.north - box.south)
        let middle = Coordinate(
            latitude: box.south + size.y / 2, longitude: box.west + size.x / 2)
        let away_m = (across * end.degrees(to: middle)).sum()
        let reach_m = (acrossHalf * size).sum()
        return abs(away_m) <= reach_m + halfWidth_m
    }
}
