/// The smallest circle that contains a shape.
public struct EnclosingCircle: Sendable, Hashable {
    /// Its centre.
    public let center: Coordinate
    /// Its radius in metres along geodesics; 0 for a single point.
    public let radius: Double

    /// Creates the circle around `center` with `radius` in metres.
    public init(center: Coordinate, radius: Double) {
        self.center = center
        self.radius = radius
    }
}

extension EnclosingCircle {
    /// Creates the smallest circle around `points`, which are not empty.
    ///
    /// The points are projected with true distances and directions from a trial centre. The centre
    /// of the smallest circle on the plane is the next trial centre, until it no longer moves. Then
    /// the points on the circle surround its centre, so that no smaller circle contains them on the
    /// ellipsoid either.
    init(around points: [SIMD2<Double>]) {
        var center = Self.middle(of: points)
        var best = (center: center, radius: Double.infinity)
        for _ in 0..<Self.rounds {
            let localFrame = LocalFrame(center)
            let map = points.map { localFrame.azimuthal($0) }
            let radius = map.reduce(0) { max($0, ($1 * $1).sum()) }.squareRoot()
            if radius < best.radius { best = (center, radius) }
            let step = FlatCircle(around: map).center
            let metres = (step * step).sum().squareRoot()
            guard metres > Self.precision * max(radius, 1) else { break }
            center = center.destination(
                azimuth: arctangentDegrees(step.x, step.y), distance: metres)
        }
        self.init(center: best.center, radius: best.radius)
    }

    /// The fraction of the radius below which a movement of the centre ends the iteration.
    private static let precision = 1e-9
    /// The greatest number of rounds. Five suffice for a country; only a shape of nearly half the
    /// earth needs more.
    private static let rounds = 40

    /// Returns the first trial centre: the mean of the points' normals.
    private static func middle(of points: [SIMD2<Double>]) -> Coordinate {
        var sum = SIMD3<Double>.zero
        for point in points {
            let (s, c) = sineAndCosine(degrees: point.y)
            let (sx, cx) = sineAndCosine(degrees: point.x)
            sum += SIMD3(c * cx, c * sx, s)
        }
        return Coordinate(
            latitude: arctangentDegrees(sum.z, length(sum.x, sum.y)),
            longitude: arctangentDegrees(sum.y, sum.x))
    }
}

extension LocalFrame {
    /// Returns the place at `position` on the azimuthal equidistant projection around this place,
    /// in metres east and north.
    func azimuthal(_ position: SIMD2<Double>) -> SIMD2<Double> {
        let offset = (position - self.position) * radiansPerDegree
        let chord = EdgeChord(from: self, start: offset, step: .zero, at: 0)
        let metres = arc(over: chord)
        guard metres > Self.chordLimit else {
            let flat = length(chord.east, chord.north)
            guard flat > 0 else { return .zero }
            return SIMD2(chord.east, chord.north) * (metres / flat)
        }
        let path = Geodesic(
            from: coordinate, to: Coordinate(latitude: position.y, longitude: position.x))
        let (s, c) = sineAndCosine(degrees: path.initialAzimuth)
        return SIMD2(s, c) * path.length
    }
}
