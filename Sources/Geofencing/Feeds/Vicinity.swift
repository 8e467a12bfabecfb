import Geodesy

/// Where the receiver is for as long as it has not travelled far: within it a degree has at most so
/// many metres, and the bound of a step costs no trigonometry.
struct Vicinity: Sendable {
    /// At most the metres of a degree of latitude and of longitude.
    private var metresPerDegree = SIMD2<Double>()
    /// The odometer up to which the receiver cannot have left.
    private(set) var end_m = -Double.infinity

    /// Degrees from the middle to each side: far enough to last a while, and so near that a degree
    /// has much the same length all over.
    private static let reach = 0.1

    /// Holds no place at all.
    init() {}

    /// Around a place in degrees, latitude first, at which the odometer shows `odometer_m`. Empty
    /// where not every place in it is one that a receiver can be at.
    init(around place: SIMD2<Double>, odometer_m: Double) {
        let (latitude, longitude) = (abs(place.x), abs(place.y))
        guard latitude + Self.reach <= 90, longitude + Self.reach <= ShapeProblem.longitudeLimit
        else { return }
        let widest = cosineUpperBound(latitude: max(0, latitude - Self.reach))
        metresPerDegree = longestDegree_m * SIMD2(1, widest)
        end_m = odometer_m + reach_m
    }

    /// Metres from the middle to the nearest side.
    private var reach_m: Double { metresPerDegree.min() * Self.reach }

    /// Whether another one, around where the receiver is at that odometer, would not last longer by
    /// enough to be worth it.
    func suffices(at odometer_m: Double) -> Bool { end_m - odometer_m > reach_m / 2 }

    /// At least the metres from one place in it to another, and less than 2 % more.
    ///
    /// A circle would take a root, for which the whole fix would wait. In its stead stands the polygon
    /// of sixteen corners within it: each sum is the distance by some of its sides, and the greatest
    /// counts. Where a part of the way is not a number no sum is one, nor is the result.
    @inline(__always)
    func distanceUpperBound(from start: SIMD2<Double>, to end: SIMD2<Double>) -> Double {
        let way = (end - start) * metresPerDegree
        let (x, y) = (way.x.magnitude, way.y.magnitude)
        // tan 11.25°; cos 33.75° and sin 33.75° by cos 11.25°; rounded up.
        let (flat, steep) = (x + 0.1989124 * y, y + 0.1989124 * x)
        let (flatter, steeper) = (
            0.8477591 * x + 0.5664545 * y, 0.8477591 * y + 0.5664545 * x
        )
        let (one, other) = (flat < steep ? steep : flat, flatter < steeper ? steeper : flatter)
        return one < other ? other : one
    }
}
