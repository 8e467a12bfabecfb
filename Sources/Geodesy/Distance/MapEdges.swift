/// Up to four edges of a boundary on a flat map, in metres, side by side: so few operations tell how
/// far all of them are.
///
/// Nearly all questions are how far the nearest one is at least, so half the usual precision does.
public struct MapEdges: BitwiseCopyable, Sendable {
    /// Where their middles are.
    private var middleX: SIMD4<Float>
    private var middleY = SIMD4<Float>.zero
    /// Which way they lead, one long.
    private var alongX = SIMD4<Float>(repeating: 1)
    private var alongY = SIMD4<Float>.zero
    /// Half of their lengths.
    private var half = SIMD4<Float>.zero

    /// Metres by which rounding makes an edge seem farther away than it is, at most: a few units of the
    /// last place of what lies a few times `AreaMap.reach_m` from the middle of the map.
    public static let rounding_m = 2e-3

    /// None yet: all are so far away that they do not count.
    init() { middleX = SIMD4(repeating: 1e9) }

    /// Puts an edge in one of the four places.
    mutating func set(_ place: Int, from start: SIMD2<Double>, to end: SIMD2<Double>) {
        let step = end - start
        let length = (step.x * step.x + step.y * step.y).squareRoot()
        let middle = SIMD2<Float>((start + end) / 2)
        (middleX[place], middleY[place]) = (middle.x, middle.y)
        guard length > 0 else { return }
        let along = SIMD2<Float>(step / length)
        (alongX[place], alongY[place]) = (along.x, along.y)
        half[place] = Float(length / 2)
    }

    /// Metres from a place, given four times, to the nearest point of each, squared.
    @inline(__always)
    private func squaredDistances(_ placeX: SIMD4<Float>, _ placeY: SIMD4<Float>) -> SIMD4<Float> {
        let (x, y) = (placeX - middleX, placeY - middleY)
        let along = x * alongX + y * alongY
        let across = x * alongY - y * alongX
        let beyond = greater(greater(along, -along) - half, .zero)
        return across * across + beyond * beyond
    }

    /// Metres from a place to the nearest point of any of several, squared; infinite without any.
    ///
    /// Never inlined: among other things the compiler would take the four apart.
    @inline(never)
    public static func squaredDistance(
        from place: SIMD2<Float>, to edges: ArraySlice<MapEdges>
    ) -> Float {
        let (x, y) = (SIMD4(repeating: place.x), SIMD4(repeating: place.y))
        var least = SIMD4<Float>(repeating: .infinity)
        for group in edges { least = lesser(least, group.squaredDistances(x, y)) }
        return min(min(least.x, least.y), min(least.z, least.w))
    }

    /// Metres from a straight way to the nearest of those that are nearer to its end than some metres,
    /// squared; infinite if none is.
    public func squaredDistance(
        fromWay start: SIMD2<Float>, to end: SIMD2<Float>, nearerThan squared: Float
    ) -> Float {
        let fromEnd = squaredDistances(from: end)
        var least = Float.infinity
        for edge in 0..<4 where fromEnd[edge] < squared {
            let middle = SIMD2(middleX[edge], middleY[edge])
            let toEnd = half[edge] * SIMD2(alongX[edge], alongY[edge])
            let (from, to) = (middle - toEnd, middle + toEnd)
            if Self.areParted(from, to, by: start, end), Self.areParted(start, end, by: from, to) {
                return 0
            }
            // Of edges that do not cross, one is nearest at one of its ends.
            var way = MapEdges()
            way.set(0, from: SIMD2(start), to: SIMD2(end))
            least = min(
                least, fromEnd[edge], squaredDistances(from: start)[edge],
                way.squaredDistances(from: from)[0], way.squaredDistances(from: to)[0])
        }
        return least
    }

    private func squaredDistances(from place: SIMD2<Float>) -> SIMD4<Float> {
        squaredDistances(SIMD4(repeating: place.x), SIMD4(repeating: place.y))
    }

    /// Whether two places are not both on one side of the line through two others.
    private static func areParted(
        _ a: SIMD2<Float>, _ b: SIMD2<Float>, by start: SIMD2<Float>, _ end: SIMD2<Float>
    ) -> Bool {
        let (step, toA, toB) = (end - start, a - start, b - start)
        return (step.x * toA.y - step.y * toA.x) * (step.x * toB.y - step.y * toB.x) <= 0
    }
}
