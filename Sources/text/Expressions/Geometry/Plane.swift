/// Vectors of the plane, in units of a spatial reference.
typealias Vector = SIMD2<Double>

extension ExpressionGeometry.Position {
    var vector: Vector { Vector(x, y) }
}

/// A straight edge.
struct Edge {
    var a: Vector
    var b: Vector

    /// Returns the position on the edge nearest to `p`, as a fraction from 0 to 1.
    func nearest(to p: Vector) -> Double {
        let along = b - a
        let square = dot(along, along)
        guard square > 0 else { return 0 }
        return min(max(dot(p - a, along) / square, 0), 1)
    }

    /// The charge for comparing two edges, which takes as long as a step.
    static let meeting_bytes = ExpressionLimits.bytesPerStep

    func place(_ u: Double) -> Vector { a + (b - a) * u }

    func distance(to p: Vector) -> Double { length(p - place(nearest(to: p))) }

    /// Returns where another edge meets this one, as fractions from 0 to 1: at a crossing, at a
    /// touching end, and at the ends of an overlap.
    func meetings(with other: Edge, tolerance: Double) -> [Double] {
        var meetings: [Double] = []
        for end in [other.a, other.b] where distance(to: end) <= tolerance {
            meetings.append(nearest(to: end))
        }
        if other.distance(to: a) <= tolerance { meetings.append(0) }
        if other.distance(to: b) <= tolerance { meetings.append(1) }
        let (r, s) = (b - a, other.b - other.a)
        let turn = cross(r, s)
        if turn != 0 {
            let u = cross(other.a - a, s) / turn
            let v = cross(other.a - a, r) / turn
            if (0...1).contains(u), (0...1).contains(v) { meetings.append(u) }
        }
        return meetings
    }
}

func dot(_ a: Vector, _ b: Vector) -> Double { a.x * b.x + a.y * b.y }
func cross(_ a: Vector, _ b: Vector) -> Double { a.x * b.y - a.y * b.x }
func length(_ a: Vector) -> Double { dot(a, a).squareRoot() }

extension ExpressionGeometry {
    /// The dimension of its interior.
    var dimension: Int {
        switch kind {
        case .point, .multipoint: 0
        case .polyline: 1
        case .polygon, .extent: 2
        }
    }

    /// A box as a ring; other geometries unchanged.
    var drawn: ExpressionGeometry {
        guard kind == .extent, let a = parts.first?.first, let b = parts.first?.last else {
            return self
        }
        let ring = [
            Position(x: a.x, y: a.y), Position(x: a.x, y: b.y), Position(x: b.x, y: b.y),
            Position(x: b.x, y: a.y), Position(x: a.x, y: a.y),
        ]
        return ExpressionGeometry(.polygon, [ring], wkid: wkid)
    }

    /// Its edges; points have none.
    var edges: [Edge] {
        guard dimension > 0 else { return [] }
        return parts.flatMap { part in
            zip(part, part.dropFirst()).map { Edge(a: $0.vector, b: $1.vector) }
        }
    }

    var vectors: [Vector] { parts.flatMap { $0.map(\.vector) } }

    /// The ends of its lines, which do not belong to their interior.
    var ends: [Vector] {
        guard kind == .polyline else { return [] }
        return parts.flatMap { part -> [Vector] in
            guard let first = part.first, let last = part.last, first.vector != last.vector else {
                return []
            }
            return [first.vector, last.vector]
        }
    }

    /// The distance below which positions are equal: a millimetre, in units of the spatial
    /// reference.
    var tolerance: Double { isGeographic ? 9e-9 : 1e-3 }

    /// The bounding box; nil without positions.
    var box: (least: Vector, greatest: Vector)? {
        guard let first = vectors.first else { return nil }
        return vectors.reduce((first, first)) { box, p in
            (
                Vector(min(box.0.x, p.x), min(box.0.y, p.y)),
                Vector(max(box.1.x, p.x), max(box.1.y, p.y))
            )
        }
    }
}

/// Returns twice the area of a ring; positive when it runs counter-clockwise.
func doubleArea(_ ring: [Vector]) -> Double {
    guard let origin = ring.first else { return 0 }
    return zip(ring, ring.dropFirst()).reduce(0) { $0 + cross($1.0 - origin, $1.1 - origin) }
}
