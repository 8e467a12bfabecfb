import Geodesy

extension FenceSurvey {
    /// Parts within parts, and holes that are outside of what they should be holes of.
    mutating func lookAtParts(of polygons: [Polygon]) {
        let areas = polygons.map { Area($0) }
        for (part, polygon) in polygons.enumerated() {
            for (hole, ring) in polygon.rings.enumerated().dropFirst()
            where areas[part]?.outline.holds(ring, on: .outside) == true {
                tellOutside(ring, VertexPlace(part: part, ring: hole), outline: polygon.rings[0])
            }
        }
        let order = polygons.indices.filter { areas[$0] != nil }
            .sorted { (areas[$0]?.box.west ?? 0) < (areas[$1]?.box.west ?? 0) }
        var active: [Int] = []
        for part in order {
            guard let area = areas[part] else { continue }
            active.removeAll { (areas[$0]?.box.east ?? 0) < area.box.west }
            for other in active where areas[other]?.box.intersects(area.box) == true {
                tellNested(part, in: other, polygons, areas)
                tellNested(other, in: part, polygons, areas)
            }
            active.append(part)
        }
    }

    /// A place is in a part when an odd number of its rings hold it, wherever they lie.
    private mutating func tellOutside(
        _ hole: [Coordinate], _ place: VertexPlace, outline: [Coordinate]
    ) {
        if Area(Polygon(rings: [hole]))?.whole.holds(outline, on: .inside) == true {
            note(
                .warned,
                "the hole encloses the outline, so that the fence is what lies between them",
                hint: "remove it, or write the outer ring first",
                at: place)
        } else {
            note(
                .warned,
                "the hole lies outside the outline, where it counts as a part of the fence",
                hint: "remove it, or make it a part of its own if it is meant to be one",
                at: place)
        }
    }

    private mutating func tellNested(
        _ inner: Int, in outer: Int, _ polygons: [Polygon], _ areas: [Area?]
    ) {
        guard let outline = polygons[inner].rings.first,
            areas[outer]?.whole.holds(outline, on: .inside) == true
        else { return }
        note(
            .warned,
            "part \(inner) lies within part \(outer), so that the depth inside is measured to its "
                + "outline, too",
            hint: "remove it, or make it a hole", at: VertexPlace(part: inner, ring: 0))
    }
}

/// One part by itself, to ask what lies in it.
private struct Area {
    /// With its holes.
    let whole: ShapeStore
    /// Without them.
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
    /// Whether every vertex of a ring is on that side of the shape, or on its edge, and one is not
    /// on its edge.
    fileprivate func holds(_ ring: [Coordinate], on side: Side) -> Bool {
        var isHeld = false
        for vertex in ring {
            let own = self.side(of: vertex, shape: 0)
            if own == side { isHeld = true } else if own != .edge { return false }
        }
        return isHeld
    }
}
