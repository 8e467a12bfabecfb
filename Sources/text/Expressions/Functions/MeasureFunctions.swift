internal import Geodesy
internal import RealModule

/// Functions that measure geometries.
enum MeasureFunctions {
    static let all: [Builtin] = [
        Builtin("Area", "polygon, unit?", 1...2, "the area in the plane; on the earth for degrees")
        {
            (arguments, evaluator) throws(ExpressionError) in
            guard let shape = try arguments.geometry(0, evaluator) else { return .null }
            let unit = try MeasureUnit.squareMetres(arguments.at(1), evaluator)
            if shape.isGeographic, let unit {
                return .number(try shape.ringed.area_m2(evaluator) / unit)
            }
            let area = abs(shape.ringed.parts.reduce(0) { $0 + doubleArea($1.map(\.vector)) }) / 2
            return .number(area / (unit ?? 1))
        },
        Builtin("AreaGeodetic", "polygon, unit?", 1...2, "the area on the earth, in square metres")
        {
            (arguments, evaluator) throws(ExpressionError) in
            guard let shape = try arguments.onEarth(0, evaluator) else { return .null }
            let unit = try MeasureUnit.squareMetres(arguments.at(1), evaluator)
            return .number(try shape.ringed.area_m2(evaluator) / (unit ?? 1))
        },
        Builtin(
            "Length", "geometry, unit?", 1...2, "the length in the plane; on the earth for degrees"
        ) {
            (arguments, evaluator) throws(ExpressionError) in
            guard let shape = try arguments.geometry(0, evaluator)?.lined else { return .null }
            let unit = try MeasureUnit.metres(arguments.at(1), evaluator)
            if shape.isGeographic, let unit { return .number(try shape.length_m(evaluator) / unit) }
            return .number(shape.drawn.edges.reduce(0) { $0 + length($1.b - $1.a) } / (unit ?? 1))
        },
        Builtin("LengthGeodetic", "geometry, unit?", 1...2, "the length on the earth, in metres") {
            (arguments, evaluator) throws(ExpressionError) in
            guard let shape = try arguments.onEarth(0, evaluator)?.lined else { return .null }
            let unit = try MeasureUnit.metres(arguments.at(1), evaluator)
            return .number(try shape.length_m(evaluator) / (unit ?? 1))
        },
        Builtin("Length3D", "geometry, unit?", 1...2, "the length in the plane and in height") {
            (arguments, evaluator) throws(ExpressionError) in
            guard let shape = try arguments.geometry(0, evaluator)?.lined else { return .null }
            let unit = try MeasureUnit.metres(arguments.at(1), evaluator)
            let sum = shape.parts.reduce(0.0) { sum, part in
                zip(part, part.dropFirst()).reduce(sum) { sum, ends in
                    let flat = length(ends.1.vector - ends.0.vector)
                    let rise = (ends.1.z ?? 0) - (ends.0.z ?? 0)
                    return sum + (flat * flat + rise * rise).squareRoot()
                }
            }
            return .number(sum / (unit ?? 1))
        },
        Builtin(
            "Distance", "geometry, geometry, unit?", 2...3,
            "the distance in the plane; on the earth for degrees with a unit"
        ) { (arguments, evaluator) throws(ExpressionError) in
            guard let (a, b) = try arguments.geometries(evaluator) else { return .null }
            let unit = try MeasureUnit.metres(arguments.at(2), evaluator)
            let relations = Relations(a, b, evaluator)
            if try relations.intersects { return .number(0) }
            guard a.isGeographic, let unit else {
                guard let (p, q) = try relations.nearest(weighing: 1) else { return .null }
                return .number(length(p - q) / (unit ?? 1))
            }
            let latitude = a.vectors.first?.y ?? 0
            guard
                let (p, q) = try relations.nearest(weighing: Double.cos(latitude * .pi / 180))
            else { return .null }
            return .number(a.coordinate(p).distance(to: b.coordinate(q)) / unit)
        },
        Builtin(
            "DistanceGeodetic", "point, point, unit?", 2...3,
            "the distance of two points on the earth, in metres"
        ) { (arguments, evaluator) throws(ExpressionError) in
            guard try arguments.geometries(evaluator) != nil,
                let a = try arguments.onEarth(0, evaluator),
                let b = try arguments.onEarth(1, evaluator)
            else { return .null }
            guard a.kind == .point, let p = a.vectors.first else {
                throw arguments.wrongType(0, "a Point")
            }
            guard b.kind == .point, let q = b.vectors.first else {
                throw arguments.wrongType(1, "a Point")
            }
            let unit = try MeasureUnit.metres(arguments.at(2), evaluator)
            return .number(a.coordinate(p).distance(to: b.coordinate(q)) / (unit ?? 1))
        },
        Builtin(
            "Angle", "a, b, c?", 2...3,
            "degrees counter-clockwise from east to b, or around b from a to c"
        ) { (arguments, evaluator) throws(ExpressionError) in
            try direction(arguments, evaluator, from: 0, sense: 1)
        },
        Builtin(
            "Bearing", "a, b, c?", 2...3,
            "degrees clockwise from north to b, or around b from a to c"
        ) { (arguments, evaluator) throws(ExpressionError) in
            try direction(arguments, evaluator, from: 90, sense: -1)
        },
    ]

    private static func direction(
        _ arguments: [Value], _ evaluator: Evaluator, from zero: Double, sense: Double
    ) throws(ExpressionError) -> Value {
        guard try arguments.geometries(evaluator) != nil,
            let a = try arguments.point(0, evaluator)?.vectors.first,
            let b = try arguments.point(1, evaluator)?.vectors.first
        else { return .null }
        func degrees(_ from: Vector, _ to: Vector) -> Double {
            Double.atan2(y: to.y - from.y, x: to.x - from.x) * 180 / .pi
        }
        func wrapped(_ degrees: Double) -> Double {
            let rest = degrees.truncatingRemainder(dividingBy: 360)
            return rest < 0 ? rest + 360 : rest + 0
        }
        guard arguments.count > 2 else {
            return .number(a == b ? 0 : wrapped(sense * (degrees(a, b) - zero)))
        }
        guard let c = try arguments.point(2, evaluator)?.vectors.first else { return .null }
        return .number(wrapped(sense * (degrees(b, c) - degrees(b, a))))
    }
}

extension ExpressionGeometry {
    /// An array of points as a ring.
    var ringed: ExpressionGeometry {
        guard kind == .multipoint, let ring = parts.first, let first = ring.first else {
            return kind == .polygon || kind == .extent
                ? drawn : ExpressionGeometry(.polygon, [], wkid: wkid)
        }
        return ExpressionGeometry(.polygon, [ring + [first]], wkid: wkid)
    }

    /// An array of points as a line.
    var lined: ExpressionGeometry {
        kind == .multipoint ? ExpressionGeometry(.polyline, parts, wkid: wkid) : self
    }
}

extension [Value] {
    /// Returns a geometry that can be measured geodetically; nil for null.
    func onEarth(
        _ index: Int, _ evaluator: Evaluator
    ) throws(ExpressionError) -> ExpressionGeometry? {
        guard let geometry = try geometry(index, evaluator) else { return nil }
        guard geometry.isOnEarth else {
            throw ExpressionError(
                .spatialReference,
                "geodetic functions take the spatial references 4326 and 3857, not \(geometry.wkid)"
            )
        }
        return geometry
    }
}
