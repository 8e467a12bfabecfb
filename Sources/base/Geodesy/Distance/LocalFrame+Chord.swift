extension LocalFrame {
    /// The length in metres up to which a geodesic is computed from its chord, which is accurate to
    /// a part in 10⁸ there; longer geodesics are solved for.
    static let chordLimit = 100_000.0

    /// Returns the metres along the geodesic to `place`: accurate to a part in 10⁸ up to 100 km,
    /// and much faster there; beyond that like `Coordinate.distance(to:)`.
    public func distance(to place: Coordinate) -> Double {
        distance(to: SIMD2(place.longitude, place.latitude))
    }

    /// Metres along the geodesic to the place at `position`, in degrees of longitude and latitude.
    func distance(to position: SIMD2<Double>) -> Double {
        let offset = (position - self.position) * radiansPerDegree
        let chord = EdgeChord(from: self, start: offset, step: .zero, at: 0)
        let metres = arc(over: chord)
        return metres < Self.chordLimit ? metres : geodesic(to: position)
    }

    /// Returns the metres to the edge from `a` to `b` near the point at `t`, the nearest point on
    /// the tangent plane; for edges for which that plane is accurate enough.
    func distance(
        toEdge a: SIMD2<Double>, _ b: SIMD2<Double>, near t: Double,
        seenFrom position: SIMD2<Double>
    ) -> Double {
        let (chord, t) = chord(toEdge: a, b, near: t, seenFrom: position)
        return refined(arc(over: chord), to: a + t * (b - a))
    }

    /// Returns the shortest chord to the edge from `a` to `b`, near the point at `t`, and its end;
    /// `position` is the origin of the frame in the longitudes of the edge.
    @inline(__always)
    func chord(
        toEdge a: SIMD2<Double>, _ b: SIMD2<Double>, near t: Double,
        seenFrom position: SIMD2<Double>
    ) -> (chord: EdgeChord, t: Double) {
        let start = (a - position) * radiansPerDegree
        let step = (b - a) * radiansPerDegree
        var t = t
        var chord = EdgeChord(from: self, start: start, step: step, at: t)
        // Each round squares the error, which is at most a twentieth on the tangent plane. A step
        // that gains little is applied without another measurement: its error is of third order.
        for _ in 0..<6 {
            guard chord.curvature > 0 else { break }
            let next = min(1, max(0, t - chord.slope / chord.curvature))
            let change = next - t
            let gain = change * (2 * chord.slope + change * chord.curvature)
            t = next
            if -gain <= 1e-5 * chord.squared {
                chord.squared = max(0, chord.squared + gain)
                break
            }
            chord = EdgeChord(from: self, start: start, step: step, at: t)
        }
        return (chord, t)
    }

    /// Returns the greatest relative error of a length on the tangent plane within `metres`: twice
    /// the first order of cos φ / cos φ₀, which also covers the second orders while it is small.
    func distortion(within metres: Double) -> Double {
        let arc = metres / WGS84.leastCurvatureRadius
        return arc * (1 + abs(sineLatitude) / max(cosineLatitude, 1e-300))
    }

    /// Returns the metres along the geodesic to `position`, by solving for the geodesic.
    func geodesic(to position: SIMD2<Double>) -> Double {
        coordinate.distance(to: Coordinate(latitude: position.y, longitude: position.x))
    }

    /// Returns `metres` if short enough for a chord, else the solved length to `position`.
    func refined(_ metres: Double, to position: SIMD2<Double>) -> Double {
        metres < Self.chordLimit ? metres : geodesic(to: position)
    }

    /// Returns the metres along the ellipsoid over a chord: the arc of the circle whose radius is
    /// the radius of curvature in the direction of the chord (Euler's formula).
    @inline(__always)
    func arc(over chord: EdgeChord) -> Double {
        let length = chord.squared.squareRoot()
        let north2 = chord.north * chord.north
        let east2 = chord.east * chord.east
        guard north2 + east2 > 0 else { return length }
        let curvature =
            (north2 / meridianRadius + east2 / transverseRadius) / (north2 + east2)
        let x = length * curvature / 2
        // Below 0.01, which is 128 km, the series is exact to a double.
        if x < 0.01 {
            let x2 = x * x
            return length * (1 + x2 / 6 * (1 + x2 * 9 / 20 * (1 + x2 * 25 / 42)))
        }
        return 2 * arcsine(min(1, x)) / curvature
    }
}
