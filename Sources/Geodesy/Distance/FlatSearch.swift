/// Distances on the flat map of a standpoint: metres per degree as they are there.
struct FlatSearch {
    let position: SIMD2<Double>
    let scale: SIMD2<Double>
    /// Square of the distance up to which edges count, in metres squared.
    var squared: Double

    /// The point of the edge that is nearest on the map: where on it, and how far, squared.
    @inline(__always)
    func nearest(
        _ a: SIMD2<Double>, _ b: SIMD2<Double>
    ) -> (t: Double, squared: Double) {
        let start = (a - position) * scale
        let step = (b - a) * scale
        let along = -(start * step).sum()
        let square = (step * step).sum()
        let t = along <= 0 ? 0 : along >= square ? 1 : along / square
        let offset = start + t * step
        return (t, (offset * offset).sum())
    }

    /// The distance to the box on the map, squared.
    @inline(__always)
    func squaredDistance(to box: IndexBox) -> Double {
        let gap = pointwiseMax(pointwiseMax(box.low - position, position - box.high), .zero)
        let metres = gap * scale
        return (metres * metres).sum()
    }
}
