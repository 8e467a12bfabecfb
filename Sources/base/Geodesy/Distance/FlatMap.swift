/// A tangent plane around a place: metres east and north of the origin of a local frame.
struct FlatMap {
    private let centre: SIMD2<Double>
    /// The origin of the local frame as projected on the plane, in metres from its centre.
    private let image: SIMD2<Double>
    /// Metres per degree of longitude and of latitude.
    private let scale: SIMD2<Double>

    /// Creates the tangent plane at the origin of the local frame, which is at `position` in the
    /// longitudes of a ring.
    init(of localFrame: LocalFrame, around position: SIMD2<Double>) {
        self.init(centre: position, image: .zero, scale: localFrame.scale)
    }

    /// Creates the tangent plane at another place, on which the origin of the local frame is
    /// projected to `image`.
    init(centre: SIMD2<Double>, image: SIMD2<Double>, scale: SIMD2<Double>) {
        self.centre = centre
        self.image = image
        self.scale = scale
    }

    /// Returns the vector in metres from the origin of the local frame to a place on the plane.
    func offset(of place: SIMD2<Double>) -> SIMD2<Double> {
        (place - centre) * scale - image
    }

    /// Returns the scalar product.
    static func product(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
        a.x * b.x + a.y * b.y
    }
}
