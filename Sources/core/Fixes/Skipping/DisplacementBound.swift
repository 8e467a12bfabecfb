import Geodesy

/// A box around the receiver with an upper bound of the metres per degree, so that the bound of a
/// step needs no trigonometric function.
struct DisplacementBound: Sendable {
    /// An upper bound of the metres of a degree of latitude and of longitude.
    private var metresPerDegree = SIMD2<Double>()
    /// The odometer reading up to which the receiver cannot have left the box.
    private(set) var end_m = -Double.infinity

    /// The degrees from the centre to each side: large enough to last a while, and small enough for
    /// a degree to have nearly the same length everywhere.
    private static let reach = 0.1

    /// Creates an empty box.
    init() {}

    /// Creates a box around a place in degrees, latitude first, at the odometer reading
    /// `odometer_m`. The box is empty when a part of it is outside the ranges of latitude and
    /// longitude.
    init(around place: SIMD2<Double>, odometer_m: Double) {
        let (latitude, longitude) = (abs(place.x), abs(place.y))
        guard latitude + Self.reach <= 90, longitude + Self.reach <= ShapeProblem.longitudeLimit
        else { return }
        let widest = cosineUpperBound(latitude: max(0, latitude - Self.reach))
        metresPerDegree = longestDegree_m * SIMD2(1, widest)
        end_m = odometer_m + reach_m
    }

    /// The metres from the centre to the nearest side.
    private var reach_m: Double { metresPerDegree.min() * Self.reach }

    /// Whether a new box around the receiver at that odometer reading would not last enough longer
    /// to be worth its calculation.
    func suffices(at odometer_m: Double) -> Bool { end_m - odometer_m > reach_m / 2 }

    /// An upper bound of the metres from one place in the box to another, less than 2 % too large.
    ///
    /// The exact distance would need a square root, which delays the whole fix. This bound uses the
    /// inscribed polygon with sixteen corners instead of a circle: each sum is the distance by some
    /// of its sides, and the greatest is used. When a part of the displacement is NaN, so are all
    /// sums and the result.
    @inline(__always)
    func distanceUpperBound(from start: SIMD2<Double>, to end: SIMD2<Double>) -> Double {
        let displacement = (end - start) * metresPerDegree
        let (x, y) = (displacement.x.magnitude, displacement.y.magnitude)
        // tan 11.25°; cos 33.75° and sin 33.75° divided by cos 11.25°; rounded up.
        let (flat, steep) = (x + 0.1989124 * y, y + 0.1989124 * x)
        let (flatter, steeper) = (
            0.8477591 * x + 0.5664545 * y, 0.8477591 * y + 0.5664545 * x
        )
        let (one, other) = (flat < steep ? steep : flat, flatter < steeper ? steeper : flatter)
        return one < other ? other : one
    }
}
