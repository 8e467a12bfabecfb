internal import Geodesy
internal import RealModule

/// Functions that create geometries and take them apart.
enum ShapeFunctions {
    static let all: [Builtin] = [
        maker("Point", .point), maker("Multipoint", .multipoint), maker("Polyline", .polyline),
        maker("Polygon", .polygon),
        Builtin("Geometry", "feature, dictionary or json", 1...1, "the geometry of a value") {
            (arguments, evaluator) throws(ExpressionError) in
            try GeometryReader.geometry(arguments[0], evaluator).map { .geometry($0) } ?? .null
        },
        Builtin("Extent", "geometry, dictionary or json", 1...1, "the box around a geometry") {
            (arguments, evaluator) throws(ExpressionError) in
            let given = try GeometryReader.geometry(arguments[0], evaluator, as: .extent)
            guard let given, let box = given.box else { return .null }
            try evaluator.charge(given.byteCount)
            let corners = [
                ExpressionGeometry.Position(x: box.least.x, y: box.least.y),
                ExpressionGeometry.Position(x: box.greatest.x, y: box.greatest.y),
            ]
            return .geometry(
                given.kind == .extent
                    ? given : ExpressionGeometry(.extent, [corners], wkid: given.wkid))
        },
        Builtin("Centroid", "polygon or points", 1...1, "the centre of gravity as a point") {
            (arguments, evaluator) throws(ExpressionError) in
            guard let shape = try arguments.geometry(0, evaluator),
                let centre = centroid(shape)
            else { return .null }
            return .geometry(.point(x: centre.x, y: centre.y, wkid: shape.wkid))
        },
        Builtin("SetGeometry", "feature, geometry", 2...2, "gives a feature another geometry") {
            (arguments, evaluator) throws(ExpressionError) in
            let feature = try arguments.feature(0)
            guard !feature.isImmutable else {
                throw ExpressionError(
                    .type, "profile variables cannot be changed; make a new Feature first")
            }
            feature.geometry = try arguments.geometry(1, evaluator)
            return .null
        },
        Builtin("MultiPartToSinglePart", "geometry", 1...1, "its parts as geometries") {
            (arguments, evaluator) throws(ExpressionError) in
            guard let shape = try arguments.geometry(0, evaluator) else { return .null }
            switch shape.kind {
            case .point, .extent: return try evaluator.newArray([.geometry(shape)])
            case .multipoint:
                try evaluator.charge(objects: shape.count)
                return try evaluator.newArray(
                    shape.parts.joined().map {
                        .geometry(ExpressionGeometry(.point, [[$0]], wkid: shape.wkid))
                    })
            case .polyline, .polygon:
                try evaluator.charge(objects: shape.parts.count)
                return try evaluator.newArray(
                    grouped(shape).map {
                        .geometry(ExpressionGeometry(shape.kind, $0, wkid: shape.wkid))
                    })
            }
        },
        nearest("NearestCoordinate", "the nearest place of a geometry and its distance") {
            (shape, p) in
            let edges = shape.edges.isEmpty ? shape.vectors.map { Edge(a: $0, b: $0) } : shape.edges
            return edges.map { $0.place($0.nearest(to: p)) }
        },
        nearest("NearestVertex", "the nearest vertex of a geometry and its distance") {
            (shape, _) in shape.vectors
        },
        Builtin("Rotate", "geometry, degrees, origin?", 2...3, "turned counter-clockwise") {
            (arguments, evaluator) throws(ExpressionError) in
            guard let shape = try arguments.geometry(0, evaluator)?.drawn,
                let origin = try arguments.point(2, evaluator).map(\.vectors.first)
                    ?? centroid(shape)
            else { return .null }
            try evaluator.charge(objects: shape.count)
            let angle = arguments.number(1) * .pi / 180
            let (s, c) = (Double.sin(angle), Double.cos(angle))
            return .geometry(
                shape.mapped { p in
                    let d = p - origin
                    return origin + Vector(d.x * c - d.y * s, d.x * s + d.y * c)
                })
        },
    ]

    private static func maker(_ name: String, _ kind: ExpressionGeometry.Kind) -> Builtin {
        Builtin(name, "dictionary or json", 1...1, "a \(name) of the form that ArcGIS writes") {
            (arguments, evaluator) throws(ExpressionError) in
            let made = try GeometryReader.geometry(arguments[0], evaluator, as: kind)
            guard let made else { return .null }
            guard made.kind == kind else {
                throw ExpressionError(.type, "this makes a \(made.kind.name), not a \(name)")
            }
            return .geometry(made)
        }
    }

    private static func nearest(
        _ name: String, _ summary: String,
        _ places: @escaping @Sendable (ExpressionGeometry, Vector) -> [Vector]
    ) -> Builtin {
        Builtin(name, "geometry, point", 2...2, summary) {
            (arguments, evaluator) throws(ExpressionError) in
            guard let (shape, point) = try arguments.geometries(evaluator) else { return .null }
            guard point.kind == .point, let p = point.vectors.first else {
                throw arguments.wrongType(1, "a Point")
            }
            try evaluator.charge(objects: shape.count)
            let all = places(shape.drawn, p)
            guard let best = all.min(by: { length($0 - p) < length($1 - p) }) else { return .null }
            let members = try evaluator.dictionary()
            let place = ExpressionGeometry.point(x: best.x, y: best.y, wkid: shape.wkid)
            try evaluator.set("coordinate", .geometry(place), in: members)
            let metres = shape.coordinate(best).distance(to: shape.coordinate(p))
            let distance = shape.isGeographic ? metres : length(best - p)
            try evaluator.set("distance", .number(distance), in: members)
            return .dictionary(members)
        }
    }

    /// Returns the centre of gravity of the parts with the highest dimension.
    private static func centroid(_ shape: ExpressionGeometry) -> Vector? {
        let drawn = shape.drawn
        let origin = drawn.vectors.first ?? Vector()
        if drawn.kind == .polygon {
            var (sum, area) = (Vector(), 0.0)
            for edge in drawn.edges {
                let (a, b) = (edge.a - origin, edge.b - origin)
                area += cross(a, b)
                sum += (a + b) * cross(a, b)
            }
            if area != 0 { return origin + sum / (3 * area) }
        }
        var (sum, total) = (Vector(), 0.0)
        for edge in drawn.edges {
            sum += (edge.a + edge.b) / 2 * length(edge.b - edge.a)
            total += length(edge.b - edge.a)
        }
        if total > 0 { return sum / total }
        let vectors = drawn.vectors
        return vectors.isEmpty ? nil : vectors.reduce(Vector(), +) / Double(vectors.count)
    }

    /// Groups parts: each line alone; an outer ring, which runs clockwise, with the holes after it.
    private static func grouped(
        _ shape: ExpressionGeometry
    ) -> [[[ExpressionGeometry.Position]]] {
        guard shape.kind == .polygon else { return shape.parts.map { [$0] } }
        var groups: [[[ExpressionGeometry.Position]]] = []
        for ring in shape.parts {
            if doubleArea(ring.map(\.vector)) > 0, !groups.isEmpty {
                groups[groups.count - 1].append(ring)
            } else {
                groups.append([ring])
            }
        }
        return groups
    }
}

extension ExpressionGeometry {
    /// Returns the same shape with every vertex moved.
    func mapped(_ move: (Vector) -> Vector) -> ExpressionGeometry {
        var shape = self
        shape.parts = parts.map { part in
            part.map { position in
                let moved = move(position.vector)
                return Position(x: moved.x, y: moved.y, z: position.z, m: position.m)
            }
        }
        return shape
    }
}
