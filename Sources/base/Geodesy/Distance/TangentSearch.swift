/// The search for the nearest edge on the tangent plane of a local frame: with the metres per
/// degree at its origin, and the length of a degree of longitude corrected for the latitude of the
/// found point.
struct TangentSearch {
    private let position: SIMD2<Double>
    private let scale: SIMD2<Double>
    /// The relative decrease of a degree of longitude per metre northwards.
    private let shrinkage: Double
    /// The squared distance to the nearest edge so far, or up to which edges count, in square
    /// metres.
    private(set) var squared: Double
    /// The squared distance to the second nearest edge.
    private(set) var secondSquared = Double.infinity
    /// The nearest edge so far, and the position on it.
    private(set) var edge: (a: SIMD2<Double>, b: SIMD2<Double>, t: Double)?

    /// Creates a search around `position` for edges below the squared distance `squared`.
    init(around position: SIMD2<Double>, of localFrame: LocalFrame, squared: Double) {
        self.position = position
        scale = localFrame.scale
        shrinkage =
            localFrame.sineLatitude / (localFrame.cosineLatitude * localFrame.meridianRadius)
        self.squared = squared
    }

    /// Returns the nearest point of the edge on the plane: its position on the edge, and its
    /// squared distance.
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
        // An edge so far away that the correction is large is never the nearest.
        let correction = min(max(1 - shrinkage * y, 0.9), 1.1)
        return (t, y * y + x * x * correction)
    }

    /// Stores the edge if it is the nearest so far.
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

    /// Returns a search on the same plane for edges below the squared distance `squared`.
    func reaching(_ squared: Double) -> TangentSearch {
        var other = self
        other.squared = squared
        return other
    }

    /// Returns a lower bound of the squared distance to the box on the plane.
    func squaredBound(_ box: IndexBox) -> Double {
        let gap = greater(greater(box.low - position, position - box.high), .zero)
        let metres = gap * scale
        return 0.9 * (metres.x * metres.x + metres.y * metres.y)
    }
}
