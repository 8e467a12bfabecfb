import Geodesy

extension FenceLinter {
    /// Reports parts within parts, and holes outside their outline.
    mutating func lintParts(of polygons: [Polygon]) {
        let areas = polygons.map { Area($0) }
        for (part, polygon) in polygons.enumerated() {
            for (hole, ring) in polygon.rings.enumerated().dropFirst()
            where areas[part]?.outline.holds(ring, on: .outside) == true {
                reportOutside(ring, VertexPlace(part: part, ring: hole), outline: polygon.rings[0])
            }
        }
        let order = polygons.indices.filter { areas[$0] != nil }
            .sorted { (areas[$0]?.box.west ?? 0) < (areas[$1]?.box.west ?? 0) }
        var active: [Int] = []
        for part in order {
            guard let area = areas[part] else { continue }
            active.removeAll { (areas[$0]?.box.east ?? 0) < area.box.west }
            for other in active where areas[other]?.box.intersects(area.box) == true {
                reportNested(part, in: other, polygons, areas)
                reportNested(other, in: part, polygons, areas)
            }
            active.append(part)
        }
    }

    /// A position is inside a part when an odd number of its rings contain it, wherever they are.
    private mutating func reportOutside(
        _ hole: [Coordinate], _ place: VertexPlace, outline: [Coordinate]
    ) {
        if Area(Polygon(rings: [hole]))?.whole.holds(outline, on: .inside) == true {
            note(
                .warned,
                "the hole encloses the outline, so the fence is the area between them",
                hint: "remove it, or write the outer ring first",
                at: place)
        } else {
            note(
                .warned,
                "the hole lies outside the outline, where it counts as a part of the fence",
                hint: "remove it, or make it a separate part if that is meant",
                at: place)
        }
    }

    private mutating func reportNested(
        _ inner: Int, in outer: Int, _ polygons: [Polygon], _ areas: [Area?]
    ) {
        guard let outline = polygons[inner].rings.first,
            areas[outer]?.whole.holds(outline, on: .inside) == true
        else { return }
        note(
            .warned,
            "part \(inner) lies within part \(outer), so the depth inside is measured to its "
                + "outline, too",
            hint: "remove it, or make it a hole", at: VertexPlace(part: inner, ring: 0))
    }
}

/// The area of one part, for containment tests.
private struct Area {
    /// The part with its holes.
    let whole: ShapeStore
    /// The part without its holes.
    let outline: ShapeStore
    let box: BoundingBox

    init?(_ polygon: Polygon) {
        var whole = ShapeStore.Builder()
        var outline = ShapeStore.Builder()
        guard (try? whole.append(.polygons([polygon]))) != nil,
            (try? outline.append(.polygons([Polygon(rings: Array(polygon.rings.prefix(1)))])))
                != nil
        else { return nil }
        self.whole = whole.finish()
        self.outline = outline.finish()
        box = self.whole.boundingBox(of: 0)
    }
}

extension ShapeStore {
    /// Whether every vertex of a ring is on that side of the shape or on its edge, and at least one
    /// is not on its edge.
    fileprivate func holds(_ ring: [Coordinate], on side: Side) -> Bool {
        var isHeld = false
        for vertex in ring {
            let own = self.side(of: vertex, shape: 0)
            if own == side { isHeld = true } else if own != .edge { return false }
        }
        return isHeld
    }
}
