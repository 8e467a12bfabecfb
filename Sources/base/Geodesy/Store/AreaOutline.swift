/// One part of a shape, ready to be stored: an area with its boundary, or a line.
struct AreaOutline {
    /// The rings that determine the side.
    var rings: [Ring]
    /// The boundary where it differs from the rings: the pieces of the rings that are not seams.
    var pieces: [[SIMD2<Double>]]?
    var southPole = Side.outside
    var northPole = Side.outside
    var isInsideOut = false

    /// Creates a line without area.
    init(line: [SIMD2<Double>]) {
        rings = []
        pieces = [line]
        locatePoles()
    }

    /// Creates the area of `rings`, bounded by `pieces` or, if there are none, by the rings.
    init(rings: [Ring], pieces: [[SIMD2<Double>]]?) {
        self.rings = rings
        self.pieces = pieces
        for ring in rings where !ring.isClosed && ring.circlesNorthPole { isInsideOut.toggle() }
        locatePoles()
    }

    /// The bounds of the area, including a pole that it contains, or of the line.
    var box: IndexBox {
        var box = IndexBox.nowhere
        if northPole == .inside { box.high.y = 90 }
        if southPole == .inside { box.low.y = -90 }
        for ring in rings { box.include(ring.box) }
        if rings.isEmpty {
            for piece in pieces ?? [] {
                for vertex in piece { box.include(vertex) }
            }
        }
        return box
    }

    private mutating func locatePoles() {
        let boundary = pieces ?? rings.map(\.vertices)
        let touchesNorth = boundary.contains { $0.contains { $0.y == 90 } }
        let touchesSouth = boundary.contains { $0.contains { $0.y == -90 } }
        guard !rings.isEmpty else {
            northPole = touchesNorth ? .edge : .outside
            southPole = touchesSouth ? .edge : .outside
            return
        }
        // Any meridian will do, since the boundary does not reach the pole.
        let x = box.low.x + (box.high.x - box.low.x) * 0.437
        let (northward, southward) = (crossings(atLatitude: 90, x), crossings(atLatitude: -90, x))
        let all = crossings(atLatitude: nil, x)
        let isNorthInside = (northward % 2 == 1) != isInsideOut
        let isSouthInside = ((all - southward) % 2 == 1) != isInsideOut
        northPole = touchesNorth ? .edge : isNorthInside ? .inside : .outside
        southPole = touchesSouth ? .edge : isSouthInside ? .inside : .outside
    }

    /// Returns the number of edges that cross the meridian `x`: those along `latitude`, or all.
    private func crossings(atLatitude latitude: Double?, _ x: Double) -> Int {
        var count = 0
        for ring in rings {
            for turn in -3...3 {
                let x = x + 360 * Double(turn)
                for (a, b) in ring.edges where (a.x <= x) != (b.x <= x) {
                    if latitude == nil || (a.y == latitude && b.y == latitude) { count += 1 }
                }
            }
        }
        return count
    }
}

extension Ring {
    /// The edges from vertex to vertex.
    var edges: some Sequence<(SIMD2<Double>, SIMD2<Double>)> {
        let edgeCount = vertices.count - (isClosed ? 0 : 1)
        return (0..<edgeCount).lazy.map { [vertices] i in
            (vertices[i], vertices[i + 1 == vertices.count ? 0 : i + 1])
        }
    }
}
