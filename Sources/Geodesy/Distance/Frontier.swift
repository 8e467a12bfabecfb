/// A straight line on the map that keeps a receiver from a boundary: as long as it has not come to
/// the line, it is no nearer to what lies beyond than it is to the line.
///
/// Unlike a distance it says how far the receiver may go in the directions that lead past the
/// boundary or away from it, at the cost of a product and a sum.
public struct Frontier: BitwiseCopyable, Sendable {
    /// Metres by which one comes nearer to the line or farther from it in going a degree to the
    /// east and to the north.
    @usableFromInline let slope: SIMD2<Double>
    /// Metres from the place that ways are counted from to the line.
    public let height_m: Double
    /// A line so far away that no way leads to it.
    public static let beyondReach = Frontier(slope: .zero, height_m: .infinity)

    @usableFromInline
    init(slope: SIMD2<Double>, height_m: Double) {
        self.slope = slope
        self.height_m = height_m
    }

    /// Lines are drawn to be of use so many metres around: a flat map is nearly right there.
    static let longestReach_m = 1000.0
    /// Beyond such latitudes a flat map is not good enough, and the shortest way between two fixes
    /// is no straight line on it.
    private static let limit_deg = 80.0

    /// The line through a place on the map of a standpoint, square to the way there; nil where a
    /// flat map is not good enough.
    ///
    /// - Parameter nearest: the place that is the nearest of all that lies beyond the line, in
    ///   metres to the east and to the north.
    init?(through nearest: SIMD2<Double>, of standpoint: Standpoint) {
        let distance_m = FlatMap.product(nearest, nearest).squareRoot()
        guard distance_m > 0, distance_m < Self.longestReach_m,
            abs(standpoint.position.y) < Self.limit_deg
        else { return nil }
        let shortest = Self.shortest(around: standpoint)
        slope = nearest * (-shortest / distance_m) * standpoint.scale
        height_m = distance_m * shortest
    }

    /// At least the metres that are so many on the map of a standpoint, if they are of use.
    static func reach(of metres: Double, from standpoint: Standpoint) -> Double {
        min(metres, longestReach_m) * shortest(around: standpoint)
    }

    /// The receiver and the places nearest to it beyond a line lie within four times the reach; by
    /// so much at the most are lengths on the map too long there.
    private static func shortest(around standpoint: Standpoint) -> Double {
        1 - standpoint.distortion(within: 4 * longestReach_m)
    }

    /// At least the metres to what lies beyond the line after a way of so many degrees of longitude
    /// and latitude; none beyond the line.
    @inlinable
    @inline(__always)
    public func metres(after way: SIMD2<Double>) -> Double {
        height_m + (slope.x * way.x + slope.y * way.y)
    }

    /// The same line for ways that are counted from elsewhere: from where `way` leads here, with
    /// `metres` taken off all that it tells.
    @inlinable
    @inline(__always)
    public func counted(from way: SIMD2<Double>, less metres: Double) -> Frontier {
        Frontier(slope: slope, height_m: self.metres(after: way) - metres)
    }
}
