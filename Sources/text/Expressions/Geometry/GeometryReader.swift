/// Reads geometries in the JSON form of ArcGIS.
enum GeometryReader {
    private typealias Position = ExpressionGeometry.Position

    /// The geometry of a value: a geometry, a feature, a dictionary, JSON text; nil for null.
    static func geometry(
        _ value: Value, _ evaluator: Evaluator, as kind: ExpressionGeometry.Kind? = nil
    ) throws(ExpressionError) -> ExpressionGeometry? {
        switch value {
        case .null: return nil
        case .geometry(let geometry): return geometry
        case .feature(let feature): return feature.geometry
        case .text(let text):
            return try geometry(try JSONParser.value(of: text, evaluator), evaluator, as: kind)
        case .dictionary(let members):
            return try geometry(of: members, evaluator, as: kind)
        case .bool, .number, .date, .dateOnly, .time, .array, .function:
            throw ExpressionError(
                .type,
                "a geometry is made of a Dictionary, a Feature or JSON text, not of "
                    + value.typeWithArticle)
        }
    }

    private static func geometry(
        of members: DictionaryBox, _ evaluator: Evaluator, as kind: ExpressionGeometry.Kind?
    ) throws(ExpressionError) -> ExpressionGeometry {
        var wkid = 4326
        if case .dictionary(let reference)? = members["spatialReference"],
            let number = reference["wkid"] ?? reference["latestWkid"]
        {
            // Web Mercator has an old and a new id.
            let given = [number].integer(0)
            wkid = given == 102100 ? 3857 : given
        }
        func number(_ key: Text) throws(ExpressionError) -> Double? {
            guard let value = members[key] else { return nil }
            if case .null = value { return nil }
            return try evaluator.number(value)
        }
        func coordinate(_ key: Text) throws(ExpressionError) -> Double {
            guard let value = try number(key), value.isFinite else {
                throw ExpressionError(
                    .type, "\"\(key.string)\" has to be a finite number in this geometry")
            }
            return value
        }
        if members["x"] != nil || kind == .point {
            let position = ExpressionGeometry.Position(
                x: try coordinate("x"), y: try coordinate("y"), z: try number("z"),
                m: try number("m"))
            return ExpressionGeometry(.point, [[position]], wkid: wkid)
        }
        if members["xmin"] != nil || kind == .extent {
            return ExpressionGeometry(
                .extent,
                [
                    [
                        ExpressionGeometry.Position(
                            x: try coordinate("xmin"), y: try coordinate("ymin"),
                            z: try number("zmin")),
                        ExpressionGeometry.Position(
                            x: try coordinate("xmax"), y: try coordinate("ymax"),
                            z: try number("zmax")),
                    ]
                ], wkid: wkid)
        }
        let hasM = members["hasM"]?.isTruthy ?? false
        let hasZ = members["hasZ"]?.isTruthy ?? false
        let form = Form(isMeasureThird: hasM && !hasZ, evaluator: evaluator)
        if let points = members["points"] {
            return ExpressionGeometry(.multipoint, [try form.part(points)], wkid: wkid)
        }
        if let paths = members["paths"] {
            return ExpressionGeometry(.polyline, try form.parts(paths), wkid: wkid)
        }
        if let rings = members["rings"] {
            let parts = try form.parts(rings).map { (ring) in
                // A ring ends where it begins.
                ring.first == ring.last || ring.isEmpty ? ring : ring + ring.prefix(1)
            }
            return ExpressionGeometry(.polygon, parts, wkid: wkid)
        }
        throw ExpressionError(
            .type, "a geometry needs x and y, points, paths, rings, or xmin, ymin, xmax and ymax")
    }

    /// The form of positions in arrays.
    private struct Form {
        let isMeasureThird: Bool
        let evaluator: Evaluator

        func parts(
            _ value: Value
        ) throws(ExpressionError) -> [[ExpressionGeometry.Position]] {
            guard case .array(let array) = value else { throw Self.wrong }
            var parts: [[ExpressionGeometry.Position]] = []
            try evaluator.charge(objects: array.items.count)
            for item in array.items { parts.append(try part(item)) }
            return parts
        }

        func part(_ value: Value) throws(ExpressionError) -> [ExpressionGeometry.Position] {
            guard case .array(let array) = value else { throw Self.wrong }
            try evaluator.charge(objects: array.items.count)
            var positions: [ExpressionGeometry.Position] = []
            for item in array.items { positions.append(try position(item)) }
            return positions
        }

        private func position(
            _ value: Value
        ) throws(ExpressionError) -> ExpressionGeometry.Position {
            if case .geometry(let point) = value, point.kind == .point,
                let only = point.parts.first?.first
            {
                return only
            }
            guard case .array(let array) = value, (2...4).contains(array.items.count) else {
                throw Self.wrong
            }
            var numbers: [Double] = []
            for item in array.items { numbers.append(try evaluator.number(item)) }
            guard numbers[0].isFinite, numbers[1].isFinite else { throw Self.wrong }
            var position = ExpressionGeometry.Position(x: numbers[0], y: numbers[1])
            if numbers.count > 2 {
                if isMeasureThird { position.m = numbers[2] } else { position.z = numbers[2] }
            }
            if numbers.count > 3 { position.m = numbers[3] }
            return position
        }

        private static var wrong: ExpressionError {
            ExpressionError(.type, "positions are arrays of two to four finite numbers, or points")
        }
    }
}

extension [Value] {
    /// Returns the geometry of an argument; nil for null.
    func geometry(
        _ index: Int, _ evaluator: Evaluator
    ) throws(ExpressionError) -> ExpressionGeometry? {
        guard let value = at(index) else { return nil }
        var geometry: ExpressionGeometry?
        if case .array(let array) = value {
            // An array of points represents the shape that it draws.
            try evaluator.charge(objects: array.items.count)
            var positions: [ExpressionGeometry.Position] = []
            var wkid = 4326
            for item in array.items {
                guard let point = try GeometryReader.geometry(item, evaluator),
                    let position = point.parts.first?.first
                else { continue }
                positions.append(position)
                wkid = point.wkid
            }
            geometry = ExpressionGeometry(.multipoint, [positions], wkid: wkid)
        } else {
            geometry = try GeometryReader.geometry(value, evaluator)
        }
        try evaluator.charge(geometry?.byteCount ?? 0)
        return geometry
    }

    /// Returns two geometries with the same spatial reference; nil when either is null.
    func geometries(
        _ evaluator: Evaluator
    ) throws(ExpressionError) -> (ExpressionGeometry, ExpressionGeometry)? {
        guard let first = try geometry(0, evaluator), let second = try geometry(1, evaluator) else {
            return nil
        }
        guard first.wkid == second.wkid else {
            throw ExpressionError(
                .spatialReference,
                "the geometries have the spatial references \(first.wkid) and \(second.wkid); both "
                    + "have to have the same")
        }
        return (first, second)
    }

    /// Returns a point, or the point of a feature.
    func point(
        _ index: Int, _ evaluator: Evaluator
    ) throws(ExpressionError) -> ExpressionGeometry? {
        guard let geometry = try geometry(index, evaluator) else { return nil }
        guard geometry.kind == .point else { throw wrongType(index, "a Point") }
        return geometry
    }
}
