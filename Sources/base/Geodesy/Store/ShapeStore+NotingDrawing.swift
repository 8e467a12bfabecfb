extension ShapeStore.Builder {
    /// Records how the short ring that was just added was drawn, unless it is stored in that form.
    mutating func noteDrawing(of ring: [SIMD2<Double>], drawn polygon: Polygon) {
        let drawn = polygon.rings[0]
        let shape = shapes.count - 1
        guard drawn.count == ring.count + 1, drawn[ring.count] == drawn[0] else {
            return keep(.polygons([polygon]))
        }
        func isDrawn(_ i: Int, as j: Int) -> Bool {
            drawn[j].longitude == ring[i].x && drawn[j].latitude == ring[i].y
        }
        if ring.indices.allSatisfy({ isDrawn($0, as: $0) }) { return }
        if ring.indices.allSatisfy({ isDrawn($0, as: ring.count - 1 - $0) }) {
            return drawings.append(DrawingRecord(shape: shape, form: .reversed))
        }
        keep(.polygons([polygon]))
    }

    /// Records how the shape of many parts that was just added was drawn, unless it is stored in
    /// that form.
    mutating func noteDrawing(_ drawn: Shape, fromPart first: Int) {
        let stored = joined(
            (first..<parts.count).map { parts[$0] }, chain: { chains[$0] },
            vertex: { chainVertices[$0] })
        if stored == drawn { return }
        if stored.reversed == drawn {
            return drawings.append(DrawingRecord(shape: shapes.count - 1, form: .reversed))
        }
        keep(drawn)
    }

    private mutating func keep(_ drawn: Shape) {
        let first = drawnRings.count
        let form: DrawingRecord.Form
        switch drawn {
        case .polygons(let polygons):
            form = .polygons
            for (part, polygon) in polygons.enumerated() {
                for ring in polygon.rings { keep(ring, part) }
            }
        case .lines(let lines):
            form = .lines
            for line in lines { keep(line, 0) }
        case .points, .circle:
            preconditionFailure("points and circles are stored as they are drawn")
        }
        drawings.append(
            DrawingRecord(
                shape: shapes.count - 1, form: form, firstRing: first,
                ringCount: drawnRings.count - first))
    }

    private mutating func keep(_ ring: [Coordinate], _ part: Int) {
        drawnRings.append(
            DrawnRing(
                firstVertex: UInt32(drawnVertices.count), vertexCount: UInt32(ring.count),
                part: UInt32(part)))
        for place in ring { drawnVertices.append(SIMD2(place.longitude, place.latitude)) }
    }
}
