extension Standpoint {
    /// Up to this many metres the length of a geodesic is taken from its chord, because it is right
    /// to a part in 10⁸ there; beyond, the geodesic is solved for.
    static let chordLimit = 100_000.0

    /// Metres along the geodesic to the place at `position`, in degrees of longitude and latitude.
    func distance(to position: SIMD2<Double>) -> Double {
        let offset = (position - self.position) * radiansPerDegree
        let chord = EdgeChord(from: self, start: offset, step: .zero, at: 0)
        let metres = arc(over: chord)
        return metres < Self.chordLimit ? metres : geodesic(to: position)
    }

    /// Metres along the geodesic to the place at `position`, solved for.
    func geodesic(to position: SIMD2<Double>) -> Double {
        coordinate.distance(to: Coordinate(latitude: position.y, longitude: position.x))
    }

    /// `metres` if it is short enough to trust a chord, else the solved length to `position`.
    func refined(_ metres: Double, to position: SIMD2<Double>) -> Double {
        metres < Self.chordLimit ? metres : geodesic(to: position)
    }

    /// Metres along the ellipsoid over a chord: the arc of the circle that has the radius of
    /// curvature in the chord's direction (Euler's formula).
    @inline(__always)
    func arc(over chord: EdgeChord) -> Double {
        let length = chord.squared.squareRoot()
        let north2 = chord.north * chord.north
        let east2 = chord.east * chord.east
        guard north2 + east2 > 0 else { return length }
        let curvature =
            (north2 / meridianRadius + east2 / transverseRadius) / (north2 + east2)
        let x = length * curvature / 2
        // The series is exact to a double below 0.01: 128 km.
        if x < 0.01 {
            let x2 = x * x
            return length * (1 + x2 / 6 * (1 + x2 * 9 / 20 * (1 + x2 * 25 / 42)))
        }
        return 2 * arcsine(min(1, x)) / curvature
    }
}
