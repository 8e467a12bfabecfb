/// Up to four edges of boundaries on a flat map, in metres, side by side: so few operations tell how
/// far all of them are.
///
/// Nearly all questions are how far the nearest one is at least, so half the usual precision does.
struct MapEdges: BitwiseCopyable, Sendable {
    /// Where their middles are.
    private let middleX: SIMD4<Float>
    private let middleY: SIMD4<Float>
    /// Which way they lead, one long.
    private let alongX: SIMD4<Float>
    private let alongY: SIMD4<Float>
    /// Half of their lengths.
    private let half: SIMD4<Float>
    /// Metres before each that count as being there.
    private var taken: SIMD4<Float>
    /// Whose they are.
    private let owners: SIMD4<UInt32>
    /// Metres to where each begins to count from the place that was looked from last.
    private(set) var clearances = SIMD4<Float>.zero

    @inline(__always)
    init(_ a: MapEdge, _ b: MapEdge, _ c: MapEdge, _ d: MapEdge) {
        let (startX, startY) = (
            SIMD4(a.start.x, b.start.x, c.start.x, d.start.x),
            SIMD4(a.start.y, b.start.y, c.start.y, d.start.y)
        )
        let stepX = SIMD4(a.end.x, b.end.x, c.end.x, d.end.x) - startX
        let stepY = SIMD4(a.end.y, b.end.y, c.end.y, d.end.y) - startY
        let length = (stepX * stepX + stepY * stepY).squareRoot()
        let isLong = length .> .zero
        let divisor = length.replacing(with: 1, where: .!isLong)
        (middleX, middleY, half) = (startX + stepX / 2, startY + stepY / 2, length / 2)
        // One that is but a point leads anywhere.
        alongX = (stepX / divisor).replacing(with: 1, where: .!isLong)
        alongY = stepY / divisor
        taken = SIMD4(a.taken, b.taken, c.taken, d.taken)
        owners = SIMD4(a.owner, b.owner, c.owner, d.owner)
    }

    /// Four so far away that they do not count.
    static let nowhere = MapEdges(.nowhere, .nowhere, .nowhere, .nowhere)

    /// Has other metres before an edge count as being there; none does where they are less than any.
    mutating func set(_ place: Int, taken: Float) { self.taken[place] = taken }

    /// Whose edge that one is.
    func owner(_ place: Int) -> UInt32 { owners[place] }

    /// Works out the metres from a place, given four times, to where each begins to count.
    @inline(__always)
    mutating func look(from placeX: SIMD4<Float>, _ placeY: SIMD4<Float>) -> SIMD4<Float> {
        let (x, y) = (placeX - middleX, placeY - middleY)
        let along = x * alongX + y * alongY
        let across = x * alongY - y * alongX
        let beyond = greater(magnitudes(along) - half, .zero)
        clearances = (across * across + beyond * beyond).squareRoot() - taken
        return clearances
    }

    /// Metres from a straight way to where one of them begins to count.
    func clearance(of place: Int, fromWay start: SIMD2<Float>, to end: SIMD2<Float>) -> Float {
        let middle = SIMD2(middleX[place], middleY[place])
        let toEnd = half[place] * SIMD2(alongX[place], alongY[place])
        let (from, to) = (middle - toEnd, middle + toEnd)
        if Self.areParted(from, to, by: start, end), Self.areParted(start, end, by: from, to) {
            return -taken[place]
        }
        // Of edges that do not cross, one is nearest at one of its ends.
        let square = min(
            min(Self.square(start, from, to), Self.square(end, from, to)),
            min(Self.square(from, start, end), Self.square(to, start, end)))
        return square.squareRoot() - taken[place]
    }

    /// Metres from a place to the nearest point of an edge, squared.
    private static func square(
        _ place: SIMD2<Float>, _ start: SIMD2<Float>, _ end: SIMD2<Float>
    ) -> Float {
        let (offset, step) = (place - start, end - start)
        let square = max((step * step).sum(), .leastNormalMagnitude)
        let beside = offset - max(0, min(1, (offset * step).sum() / square)) * step
        return (beside * beside).sum()
    }

    /// Whether two places are not both on one side of the line through two others.
    private static func areParted(
        _ a: SIMD2<Float>, _ b: SIMD2<Float>, by start: SIMD2<Float>, _ end: SIMD2<Float>
    ) -> Bool {
        let (step, toA, toB) = (end - start, a - start, b - start)
        return (step.x * toA.y - step.y * toA.x) * (step.x * toB.y - step.y * toB.x) <= 0
    }
}
