/// A flat map of the land around a place, made once for all that lies there: none of its lengths is
/// too long by more than is known.
///
/// Unlike a distance, places on it tell how far a receiver may go in the directions that lead past a
/// boundary or away from it, at the cost of a few products.
public struct AreaMap: BitwiseCopyable, Sendable {
    /// Longitude and latitude of the middle in degrees, the longitude in -180 to 180.
    @usableFromInline let middle: SIMD2<Double>
    /// Metres on the map per degree of longitude and of latitude.
    @usableFromInline let scale: SIMD2<Double>
    /// Metres on the earth of a metre on the map, at least.
    let leastScale: Double
    /// Which way the line leads around which it is made, one long.
    let along: SIMD2<Double>
    /// Metres on the map from the middle to either end of that line; 0 where it is but a place.
    public let halfLine: Double

    /// Metres around the middle within which the receiver may be.
    public static let reach_m = 1000.0
    /// Metres around the middle within which boundaries are of use.
    public static let sight_m = 1500.0
    /// Beyond such latitudes a flat map is not good enough, and the shortest way between two fixes
    /// is no straight line on it.
    private static let limit_deg = 80.0

    /// Whether there is a map around a place.
    public static func isFlat(around place: Coordinate) -> Bool {
        abs(place.latitude) < limit_deg
    }

    /// The map around a line; nil where a flat one is not good enough.
    ///
    /// - Parameters:
    ///   - standpoint: its middle.
    ///   - halfWay: metres to the east and to the north from there to one end.
    public init?(around standpoint: Standpoint, along halfWay: SIMD2<Double> = .zero) {
        guard Self.isFlat(around: standpoint.coordinate) else { return nil }
        halfLine = FlatMap.product(halfWay, halfWay).squareRoot()
        along = halfLine > 0 ? halfWay / halfLine : SIMD2(1, 0)
        middle = standpoint.position
        scale = standpoint.scale
        // All that is measured lies within that many metres of the middle, with a margin for those
        // who have come a little farther.
        leastScale = 1 - standpoint.distortion(within: 2 * (Self.reach_m + Self.sight_m))
    }

    /// Metres to the east and to the north of the middle.
    @inlinable @inline(__always)
    public func place(of coordinate: Coordinate) -> SIMD2<Double> {
        SIMD2(
            longitude(coordinate.longitude - middle.x, nearest: 0), coordinate.latitude - middle.y)
            * scale
    }

    /// Metres on the map from a place to the line.
    @inline(__always)
    public func distance(from place: SIMD2<Double>) -> Double {
        let beyond = abs(FlatMap.product(place, along)) - halfLine
        let across = abs(FlatMap.product(place, beside))
        return beyond > 0 ? (beyond * beyond + across * across).squareRoot() : across
    }

    /// At a right angle to the line, one long.
    var beside: SIMD2<Double> { SIMD2(-along.y, along.x) }

    /// How far the line leads to the east or west and to the north or south of the middle, on the map.
    var lineExtent: SIMD2<Double> { greater(along, -along) * halfLine }

    /// At least the metres on the earth from the line to a box, as far as they are of use.
    public func distanceLowerBound(to box: BoundingBox) -> Double {
        let (away, half) = place(of: box)
        var gap = greater(greater(away, -away) - half - lineExtent, .zero)
        var square = FlatMap.product(gap, gap)
        if half.x < .infinity {
            // The same by how far it is along the line and beside it.
            let turned = SIMD2(FlatMap.product(away, along), FlatMap.product(away, beside))
            let (x, y) = (abs(along.x), abs(along.y))
            let turnedHalf = SIMD2(x * half.x + y * half.y + halfLine, y * half.x + x * half.y)
            gap = greater(greater(turned, -turned) - turnedHalf, .zero)
            square = max(square, FlatMap.product(gap, gap))
        }
        return min(square.squareRoot(), Self.sight_m) * leastScale
    }

    /// The middle of a box and half of its size on the map; that is infinite where it is so wide that it
    /// may be nearer on the other side.
    private func place(of box: BoundingBox) -> (SIMD2<Double>, half: SIMD2<Double>) {
        let size = SIMD2(box.east - box.west, box.north - box.south)
        let centre = SIMD2(
            longitude(box.west + size.x / 2 - middle.x, nearest: 0),
            box.south + size.y / 2 - middle.y)
        var half = size / 2 * scale
        if size.x >= 180 { half.x = .infinity }
        return (centre * scale, half)
    }

    /// A box that holds every place within some metres of the line: never too small.
    public func surroundings(metres: Double) -> BoundingBox {
        let degrees = (lengthOnMap(of: metres) + lineExtent) / scale
        return BoundingBox(
            west: middle.x - degrees.x, south: middle.y - degrees.y,
            east: middle.x + degrees.x, north: middle.y + degrees.y)
    }

    /// The place so many metres to the east and to the north of the middle.
    public func coordinate(of place: SIMD2<Double>) -> Coordinate {
        let degrees = middle + place / scale
        return Coordinate(latitude: degrees.y, longitude: degrees.x)
    }

    /// Metres to the east and to the north of a way in degrees of longitude and latitude.
    public func way(of degrees: SIMD2<Double>) -> SIMD2<Double> { degrees * scale }

    /// At least the metres on the earth to an edge, of those on the map.
    public func metres(ofLength length: Double) -> Double {
        length * leastScale - EdgesAround.rounding_m
    }

    /// The metres on the map within which an edge has to be to be as near as that on the earth.
    public func lengthOnMap(of metres: Double) -> Double {
        (metres + EdgesAround.rounding_m) / leastScale
    }

    /// At most the metres on the earth of those on the map.
    public func metresAtMost(ofLength length: Double) -> Double { length / leastScale }

    /// As many metres on the map as are as long as that on the earth at most.
    func taken(_ metres: Double) -> Float { Float(metres / leastScale) }

    /// At least the metres on the earth from a place on the map to a box, as far as they are of use.
    public func metres(from place: SIMD2<Double>, to box: BoundingBox) -> Double {
        let (centre, half) = self.place(of: box)
        let away = centre - place
        let gap = greater(greater(away, -away) - half, .zero)
        return min(FlatMap.product(gap, gap).squareRoot(), Self.sight_m) * leastScale
    }
}
