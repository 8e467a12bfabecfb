/// Straightens runs of vertices that are drawn along a meridian to a pole.
///
/// A cut from a coast to a pole returns, or starts and ends a turn apart, on the same meridian. But
/// longitudes that were shifted in decimals differ by some units in the last place, and the
/// extremely narrow slit between them would be a boundary.
enum PoleColumns {
    /// Moves every run of vertices of `path` to a pole onto exactly one meridian. The path is a
    /// ring that makes `turns` eastwards. If that is 0, its end does not repeat the first vertex;
    /// otherwise its end is the first vertex, whole turns away.
    static func straighten(_ path: inout [SIMD2<Double>], turns: Int) {
        guard path.contains(where: isPole) else { return }
        var start = 0
        var firstEnd = path.count
        for end in 1...path.count where end == path.count || !isNear(path[end], path[end - 1].x) {
            if start == 0 { firstEnd = end }
            if path[start..<end].contains(where: isPole) {
                for index in start..<end { path[index].x = path[start].x }
            }
            if end == path.count { break }
            start = end
        }
        if start > 0 { join(&path, first: 0..<firstEnd, last: start..<path.count, turns: turns) }
        dropRepeats(&path)
    }

    /// Moves the run at the end of a ring onto the meridian of the run at its start.
    private static func join(
        _ path: inout [SIMD2<Double>], first: Range<Int>, last: Range<Int>, turns: Int
    ) {
        let turn = 360 * Double(turns)
        guard isNear(path[last.lowerBound], path[0].x + turn),
            path[first].contains(where: isPole) || path[last].contains(where: isPole)
        else { return }
        let x = turns == 0 ? path[0].x : PolygonOutline.onWholeTurns(path[0].x)
        for index in first { path[index].x = x }
        for index in last { path[index].x = x + turn }
    }

    private static func dropRepeats(_ path: inout [SIMD2<Double>]) {
        var kept = 1
        for index in 1..<path.count where path[index] != path[kept - 1] {
            path[kept] = path[index]
            kept += 1
        }
        path.removeLast(path.count - kept)
    }

    private static func isPole(_ vertex: SIMD2<Double>) -> Bool { abs(vertex.y) == 90 }

    private static func isNear(_ vertex: SIMD2<Double>, _ x: Double) -> Bool {
        abs(vertex.x - x) <= PolygonOutline.nearness
    }
}
