/// The smallest circle around points of a plane.
///
/// Source: E. Welzl, "Smallest enclosing disks" (1991), in the iterative form that takes the points
/// in a fixed shuffled order, so that it is fast for any input and always the same.
struct FlatCircle {
    private(set) var center: SIMD2<Double>
    private var squaredRadius: Double

    init(around points: [SIMD2<Double>]) {
        var random = SplitMix(seed: 0x9E37_79B9_7F4A_7C15)
        let points = points.shuffled(using: &random)
        center = points.first ?? .zero
        squaredRadius = 0
        for i in points.indices where !contains(points[i]) {
            (center, squaredRadius) = (points[i], 0)
            for j in 0..<i where !contains(points[j]) {
                setDiameter(points[i], points[j])
                for k in 0..<j where !contains(points[k]) {
                    circumscribe(points[i], points[j], points[k])
                }
            }
        }
    }

    /// Whether a point is not clearly outside. NaN, as in a damaged file, counts as not outside;
    /// otherwise every point would be tried with every two others.
    private func contains(_ point: SIMD2<Double>) -> Bool {
        let offset = point - center
        return !((offset * offset).sum() > squaredRadius * (1 + 1e-13))
    }

    private mutating func setDiameter(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
        center = (a + b) / 2
        let offset = a - center
        squaredRadius = (offset * offset).sum()
    }

    private mutating func circumscribe(
        _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>
    ) {
        let (u, v) = (b - a, c - a)
        let twice = 2 * (u.x * v.y - u.y * v.x)
        guard twice != 0 else { return }
        let (uu, vv) = ((u * u).sum(), (v * v).sum())
        let offset = SIMD2(v.y * uu - u.y * vv, u.x * vv - v.x * uu) / twice
        center = a + offset
        squaredRadius = (offset * offset).sum()
    }
}
