extension ShapeStore {
    /// Returns the bounds of `shape`; for a shape with several parts, a box around all of them.
    public func boundingBox(of shape: Int) -> BoundingBox {
        tables.shapes[shape].boundingBox(
            vertex: { tables.vertices[$0] }, partBox: { tables.parts[$0].box })
    }

    /// Returns the smallest circle on the ellipsoid that contains `shape`.
    public func enclosingCircle(of shape: Int) -> EnclosingCircle {
        let record = tables.shapes[shape]
        let first = Int(record.first)
        if record.kind == .circle {
            let center = tables.vertices[first]
            return EnclosingCircle(
                center: Coordinate(latitude: center.y, longitude: center.x),
                radius: tables.vertices[first + 1].x)
        }
        let box = boundingBox(of: shape)
        let vertices = outline(of: shape, piece: .infinity)
        guard !vertices.isEmpty else {
            // The whole earth, which has no boundary.
            return EnclosingCircle(
                center: Coordinate(latitude: 90, longitude: 0), radius: Self.farthest)
        }
        let circle = EnclosingCircle(around: vertices)
        // An edge can leave a circle that contains its ends only if the circle extends around the
        // pole: there a parallel is more curved than the circle.
        let steepest = max(abs(box.south), abs(box.north))
        let toPole = (90 - steepest) * radiansPerDegree * WGS84.leastCurvatureRadius
        guard circle.radius > toPole / 2 else { return circle }
        return EnclosingCircle(around: outline(of: shape, piece: Self.finePiece))
    }

    /// Degrees of longitude between points of an edge near a pole: a circle through them is
    /// accurate to a part in ten million.
    private static let finePiece = 0.05

    /// The vertices of `shape`, and points of its edges at most `piece` degrees of longitude apart.
    func outline(of shape: Int, piece: Double) -> [SIMD2<Double>] {
        var points: [SIMD2<Double>] = []
        forEachEdge(of: shape) { a, b in
            points.append(a)
            let length = abs(b.x - a.x)
            let count = (length / piece).rounded(.up)
            guard count > 1, length <= ShapeProblem.longestEdge else { return }
            for i in 1..<Int(count) { points.append(a + (b - a) * (Double(i) / count)) }
        }
        return points
    }

    /// Visits the edges of `shape`; a point, or the end of a line, is an edge of length 0.
    func forEachEdge(of shape: Int, _ visit: (SIMD2<Double>, SIMD2<Double>) -> Void) {
        let record = tables.shapes[shape]
        let range = Int(record.first)..<Int(record.first) + Int(record.count)
        switch record.kind {
        case .ring:
            var a = tables.vertices[range.upperBound - 1]
            for i in range {
                visit(a, tables.vertices[i])
                a = tables.vertices[i]
            }
        case .parts:
            for index in range {
                let part = tables.parts[index]
                for i in 0..<Int(part.edgeChainCount) {
                    let chain = tables.chains[Int(part.firstEdgeChain) + i]
                    for edge in 0..<chain.edgeCount {
                        visit(tables.vertex(edge, of: chain), tables.vertex(edge + 1, of: chain))
                    }
                    if !chain.isClosed {
                        let end = tables.vertex(chain.edgeCount, of: chain)
                        visit(end, end)
                    }
                }
            }
        case .points, .circle:
            for i in range { visit(tables.vertices[i], tables.vertices[i]) }
        }
    }
}

extension ShapeRecord {
    /// Returns the bounds of the shape from its vertices and the boxes of its parts, which are
    /// requested by number.
    @inline(__always)
    func boundingBox(
        vertex: (Int) -> SIMD2<Double>, partBox: (Int) -> IndexBox
    ) -> BoundingBox {
        let range = Int(first)..<Int(first) + Int(count)
        switch kind {
        case .ring:
            var box = IndexBox.nowhere
            for i in range { box.include(vertex(i)) }
            return BoundingBox(box)
        case .parts:
            var box = BoundingBox(partBox(range.lowerBound))
            for i in range.dropFirst() { box.formUnion(BoundingBox(partBox(i))) }
            return box
        case .points:
            var box = BoundingBox(at: vertex(range.lowerBound))
            for i in range.dropFirst() { box.formUnion(BoundingBox(at: vertex(i))) }
            return box
        case .circle:
            let radius = vertex(range.lowerBound + 1).x
            return BoundingBox(at: vertex(range.lowerBound)).expanded(byMetres: radius)
        }
    }
}

extension BoundingBox {
    init(_ box: IndexBox) {
        let east = min(box.high.x, box.low.x + 360)
        self.init(west: box.low.x, south: box.low.y, east: east, north: box.high.y)
    }

    init(at position: SIMD2<Double>) {
        self.init(IndexBox(low: position, high: position))
    }

    /// Extends the box to contain `other`, in the direction of the shorter extension.
    public mutating func formUnion(_ other: BoundingBox) {
        south = min(south, other.south)
        north = max(north, other.north)
        var best = (west: west, east: west + 360)
        for turn in -3...3 {
            let shift = 360 * Double(turn)
            let (low, high) = (min(west, other.west + shift), max(east, other.east + shift))
            if high - low < best.east - best.west { best = (low, high) }
        }
        (west, east) = best
    }
}
