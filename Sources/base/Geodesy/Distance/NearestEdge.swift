/// The search for the point of a boundary that is nearest to the origin of a local frame.
///
/// Where the tangent plane of the frame is accurate enough out to the nearest boundary, a search on
/// the plane finds the few edges that can be nearest, and only those are measured on the ellipsoid.
/// Elsewhere (far away, near a pole) edges are measured in pieces, bounded by boxes on a sphere.
struct NearestEdge {
    let from: LocalFrame
    /// The origin of the frame in the longitudes of the part.
    let position: SIMD2<Double>
    /// The distance in metres to the nearest point so far, or the limit of the search.
    var metres: Double
    /// The nearest point so far, in degrees of longitude and latitude; nil if none is within the
    /// limit.
    var place: SIMD2<Double>?

    /// Creates a search for a boundary within `limit` metres, in longitudes around `middle`.
    init(from localFrame: LocalFrame, around middle: Double, limit: Double) {
        from = localFrame
        position = SIMD2(
            longitude(localFrame.position.x, nearest: middle), localFrame.position.y)
        metres = limit
    }

    /// Returns the greatest relative error of a length on the tangent plane within `metres`.
    func distortion(within metres: Double) -> Double { from.distortion(within: metres) }

    /// The greatest distortion at which the tangent plane is used.
    static let flatLimit = 0.05

    /// The distance to the nearest point found, in metres.
    var result: Double? {
        guard let place else { return nil }
        return from.refined(metres, to: place)
    }

    /// Measures the edge from `a` to `b` near the point at `t`, the nearest point on the tangent
    /// plane.
    mutating func measure(_ a: SIMD2<Double>, _ b: SIMD2<Double>, near t: Double) {
        let (chord, t) = from.chord(toEdge: a, b, near: t, seenFrom: position)
        offer(chord, at: a + t * (b - a))
    }

    /// Measures an edge of any length at any position, in pieces so short that each bends only
    /// slightly.
    mutating func measure(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
        let (low, high) = (lesser(a, b), greater(a, b))
        guard bound(low, high) < metres else { return }
        let size = max(high.x - low.x, high.y - low.y)
        guard size > Self.pieceLimit else { return measurePiece(a, b) }
        // An edge of 5e307 degrees, as in a damaged file, would exceed the stack before bisection
        // ended.
        guard size <= ShapeProblem.longestEdge else { return }
        let middle = (a + b) / 2
        if bound(lesser(a, middle), greater(a, middle))
            <= bound(lesser(b, middle), greater(b, middle))
        {
            measure(a, middle)
            measure(middle, b)
        } else {
            measure(middle, b)
            measure(a, middle)
        }
    }

    /// The length in degrees of a piece: pieces this short turn by no more than that in any
    /// projection.
    private static let pieceLimit = 2.0

    private mutating func measurePiece(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
        let start = (a - position) * radiansPerDegree
        let step = (b - a) * radiansPerDegree
        let first = EdgeChord(from: from, start: start, step: step, at: 0)
        let last = EdgeChord(from: from, start: start, step: step, at: 1)
        offer(first, at: a)
        offer(last, at: b)
        guard first.slope < 0, last.slope > 0 else { return }
        var (low, high) = (0.0, 1.0)
        var t = first.slope / (first.slope - last.slope)
        var chord = first
        // Bisection alone would take 60 rounds; Newton's method takes about four.
        for _ in 0..<60 {
            chord = EdgeChord(from: from, start: start, step: step, at: t)
            if chord.slope < 0 { low = t } else { high = t }
            let newton = -chord.slope / chord.curvature
            if chord.curvature > 0, abs(chord.slope * newton) <= 1e-13 * chord.squared { break }
            let next = t + newton
            t = chord.curvature > 0 && low < next && next < high ? next : (low + high) / 2
        }
        offer(chord, at: a + t * (b - a))
    }

    /// The length in metres above which an arc over a chord is too inaccurate for a comparison.
    private static let farLimit = 1_000_000.0

    /// Returns a lower bound, close to exact, of the metres to the box.
    func bound(_ low: SIMD2<Double>, _ high: SIMD2<Double>) -> Double {
        from.distanceLowerBound(west: low.x, south: low.y, east: high.x, north: high.y)
    }

    private mutating func offer(_ chord: EdgeChord, at place: SIMD2<Double>) {
        var metres = from.arc(over: chord)
        if metres > Self.farLimit { metres = from.geodesic(to: place) }
        if metres < self.metres {
            self.metres = metres
            self.place = place
        }
    }
}
