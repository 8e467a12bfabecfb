/// A flat map around a place: metres to the east and to the north of where the standpoint is seen.
struct FlatMap {
    private let centre: SIMD2<Double>
    /// Where the standpoint is seen from the centre, in metres.
    private let image: SIMD2<Double>
    /// Metres per degree of longitude and of latitude.
    private let scale: SIMD2<Double>

    /// The map of the standpoint itself, which is at `position` in the longitudes of a ring.
    init(of standpoint: Standpoint, around position: SIMD2<Double>) {
        self.init(centre: position, image: .zero, scale: standpoint.scale)
    }

    /// The map of another place, from which the standpoint is seen at `image`.
    init(centre: SIMD2<Double>, image: SIMD2<Double>, scale: SIMD2<Double>) {
        self.centre = centre
        self.image = image
        self.scale = scale
    }

    /// Metres from the standpoint to a place on the map.
    func offset(of place: SIMD2<Double>) -> SIMD2<Double> {
        (place - centre) * scale - image
    }

    /// From the standpoint to the box whose corners two places are, in metres, squared.
    static func squaredDistance(
        toBoxFrom start: SIMD2<Double>, to end: SIMD2<Double>
    ) -> Double {
        let gap = greater(greater(lesser(start, end), -greater(start, end)), .zero)
        return product(gap, gap)
    }

    /// From the standpoint to the line through two places, in metres, squared; 0 where they are one.
    static func squaredDistance(
        toLineFrom start: SIMD2<Double>, to end: SIMD2<Double>
    ) -> Double {
        let step = end - start
        let area = start.x * step.y - start.y * step.x
        return area * area / max(product(step, step), .leastNormalMagnitude)
    }

    /// The scalar product.
    static func product(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
        a.x * b.x + a.y * b.y
    }
}
