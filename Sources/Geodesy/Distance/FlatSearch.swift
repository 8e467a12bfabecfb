/// The search for the nearest edge on the flat map of a standpoint: metres per degree as they are
/// there, with the length of a degree of longitude corrected for the latitude of the point found.
struct FlatSearch {
    private let position: SIMD2<Double>
    private let scale: SIMD2<Double>
    /// By how much of itself a degree of longitude shrinks per metre northwards.
    private let shrinkage: Double
    /// Square of the distance to the nearest edge so far, or up to which edges count, in metres
    /// squared.
    private(set) var squared: Double
    /// The same for the edge that is nearest but one.
    private(set) var secondSquared = Double.infinity
    /// The nearest edge so far, and where on it.
    private(set) var edge: (a: SIMD2<Double>, b: SIMD2<Double>, t: Double)?

    /// A search around `position` for edges less than the root of `squared` metres away.
    init(around position: SIMD2<Double>, of standpoint: Standpoint, squared: Double) {
        self.position = position
        scale = standpoint.scale
        shrinkage =
            standpoint.sineLatitude / (standpoint.cosineLatitude * standpoint.meridianRadius)
        self.squared = squared
    }

    /// The point of the edge that is nearest on the map: where on it, and how far, squared.
    @inline(__always)
    func nearest(
        _ a: SIMD2<Double>, _ b: SIMD2<Double>
    ) -> (t: Double, squared: Double) {
        let start = (a - position) * scale
        let step = (b - a) * scale
        let along = -(start.x * step.x + start.y * step.y)
        let square = step.x * step.x + step.y * step.y
        let t = along <= 0 ? 0 : along >= square ? 1 : along / square
        let x = start.x + t * step.x
        let y = start.y + t * step.y
        // So far away that the correction is large, an edge never is the nearest.
        let correction = min(max(1 - shrinkage * y, 0.9), 1.1)
        return (t, y * y + x * x * correction)
    }

    /// Keeps the edge if it is the nearest.
    @inline(__always)
    mutating func take(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
        let (t, squared) = nearest(a, b)
        if squared < self.squared {
            secondSquared = self.squared
            self.squared = squared
            edge = (a, b, t)
        } else if squared < secondSquared {
            secondSquared = squared
        }
    }

    /// The same map for another search, of edges less than the root of `squared` metres away.
    func reaching(_ squared: Double) -> FlatSearch {
        var other = self
        other.squared = squared
        return other
    }

    /// At most the distance to the box on the map, squared.
    func squaredBound(_ box: IndexBox) -> Double {
        let gap = greater(greater(box.low - position, position - box.high), .zero)
        let metres = gap * scale
        return 0.9 * (metres.x * metres.x + metres.y * metres.y)
    }
}
