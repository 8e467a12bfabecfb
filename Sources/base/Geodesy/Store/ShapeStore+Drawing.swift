extension ShapeStore {
    /// Returns a shape exactly as it was drawn and added to the builder.
    public func drawn(_ shape: Int) -> Shape {
        guard let drawing = tables.drawing(of: shape) else { return tables.stored(shape) }
        switch drawing.form {
        case .reversed: return tables.stored(shape).reversed
        case .polygons:
            var polygons: [Polygon] = []
            var part: UInt32?
            for ring in tables.rings(of: drawing) {
                if ring.part != part { polygons.append(Polygon(rings: [])) }
                part = ring.part
                polygons[polygons.count - 1].rings.append(tables.places(of: ring))
            }
            return .polygons(polygons)
        case .lines: return .lines(tables.rings(of: drawing).map(tables.places))
        }
    }
}

extension ShapeTables {
    /// Returns how a shape was drawn, if it is stored differently.
    fileprivate func drawing(of shape: Int) -> DrawingRecord? {
        var (low, high) = (0, drawings.count)
        while low < high {
            let middle = (low + high) / 2
            let candidate = Int(drawings[middle].shape)
            if candidate == shape { return drawings[middle] }
            if candidate < shape { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    fileprivate func rings(of drawing: DrawingRecord) -> [DrawnRing] {
        (0..<Int(drawing.ringCount)).map { drawnRings[Int(drawing.firstRing) + $0] }
    }

    fileprivate func places(of ring: DrawnRing) -> [Coordinate] {
        (0..<Int(ring.vertexCount)).map { Coordinate(vertices[Int(ring.firstVertex) + $0]) }
    }

    /// Returns a shape as it is stored.
    fileprivate func stored(_ shape: Int) -> Shape {
        let record = shapes[shape]
        let range = Int(record.first)..<Int(record.first) + Int(record.count)
        switch record.kind {
        case .ring: return .polygons([Polygon(rings: [closed(range.map { vertices[$0] })])])
        case .points: return .points(range.map { Coordinate(vertices[$0]) })
        case .circle:
            return .circle(
                center: Coordinate(vertices[range.lowerBound]),
                radius: vertices[range.lowerBound + 1].x)
        case .parts:
            return joined(
                range.map { parts[$0] }, chain: { chains[$0] },
                vertex: { vertices[$0] })
        }
    }
}

/// Returns the polygons or lines that the stored parts represent, each part separately.
func joined(
    _ parts: [PartRecord], chain: (Int) -> ChainRecord, vertex: (Int) -> SIMD2<Double>
) -> Shape {
    func places(_ first: UInt32, _ index: Int) -> [SIMD2<Double>] {
        let chain = chain(Int(first) + index)
        return (0..<Int(chain.vertexCount)).map { vertex(Int(chain.firstVertex) + $0) }
    }
    guard parts.contains(where: { $0.areaChainCount > 0 }) else {
        return .lines(
            parts.flatMap { part in
                (0..<Int(part.edgeChainCount)).map {
                    places(part.firstEdgeChain, $0).map(Coordinate.init)
                }
            })
    }
    return .polygons(
        parts.map { part in
            Polygon(
                rings: (0..<Int(part.areaChainCount)).map {
                    closed(places(part.firstAreaChain, $0))
                })
        })
}

/// Returns a ring with its first vertex repeated at its end, as it is drawn.
private func closed(_ ring: [SIMD2<Double>]) -> [Coordinate] {
    (ring + ring.prefix(1)).map(Coordinate.init)
}

extension Shape {
    /// The shape with every ring reversed.
    ///
    /// A reversed ring starts at the vertex where its stored form starts, so that a second reversal
    /// restores it.
    var reversed: Shape {
        switch self {
        case .polygons(let polygons):
            .polygons(
                polygons.map { Polygon(rings: $0.rings.map(Self.turnedAbout)) })
        case .lines, .points, .circle: self
        }
    }

    /// A stored ring a b c d represents the drawn ring d c b a, closed by d.
    private static func turnedAbout(_ ring: [Coordinate]) -> [Coordinate] {
        let open = Array(ring.dropLast().reversed())
        return open + open.prefix(1)
    }
}

extension Coordinate {
    init(_ position: SIMD2<Double>) {
        self.init(latitude: position.y, longitude: position.x)
    }
}
