import Geodesy
import JSONText

/// Reads one geometry object into a shape.
struct GeometryReader {
    /// Warnings about values that were repaired.
    private(set) var warnings: [Refusal] = []
    /// Notes that do not affect the fence.
    private(set) var notes: [Refusal] = []
    /// The vertices of the current ring or line. The array is reused.
    private var vertices: [Coordinate] = []

    /// The reserved capacity, enough for the vertices of most rings.
    private static let usualVertices = 64

    /// Reads the shape.
    ///
    /// - Throws: `Refusal` when the geometry cannot be a fence, `JSONFault` for a syntax error.
    mutating func shape(_ json: inout JSONReader) throws -> Shape {
        switch try json.kind() {
        case .null: throw Refusal("the geometry is empty", hint: "draw it or remove the feature")
        case .array, .string, .number, .notNumber, .flag:
            throw Refusal("\"geometry\" is not an object")
        case .object: break
        }
        var type: String?
        var shape: Shape?
        var skipped: JSONReader.Mark?
        var walk = try json.openObject()
        while let key = try json.nextKey(&walk) {
            switch key {
            case "type": type = try json.stringOrNil()
            case "crs": try json.checkReferenceSystem()
            case "coordinates":
                if let type {
                    shape = try coordinates(of: type, &json)
                } else {
                    skipped = json.mark
                    try json.skipValue()
                }
            default: try json.skipValue()
            }
        }
        guard let type else { throw Refusal("the geometry has no \"type\"") }
        if let skipped, shape == nil {
            let end = json.mark
            json.go(to: skipped)
            shape = try coordinates(of: type, &json)
            json.go(to: end)
        }
        if let shape { return try movedFromWorldCopy(shape) }
        guard GeoJSONType.geometries.contains(type) else { throw Self.unusable(type) }
        throw Refusal("the \(type) has no \"coordinates\"")
    }

    private static func unusable(_ type: String) -> Refusal {
        Refusal(
            "a geometry of type \"\(type)\" cannot be a fence", hint: GeoJSONType.hint(for: type))
    }

    private mutating func coordinates(of type: String, _ json: inout JSONReader) throws -> Shape {
        do {
            return try nestedCoordinates(of: type, &json)
        } catch let nesting as DeepNesting {
            throw Refusal(
                "the coordinates of the \(type) are nested one level deeper than its type needs",
                hint: GeoJSONType.deeper[type].map { "give it the type \"\($0)\"" },
                vertex: nesting.vertex)
        }
    }

    /// Moves a shape of a world copy, drawn whole turns away on a web map, to its real longitudes.
    private mutating func movedFromWorldCopy(_ shape: Shape) throws -> Shape {
        guard shape.isOfWorldCopy else { return shape }
        let vertices = shape.vertices
        let turns = ((vertices.first?.longitude ?? 0) / 360).rounded()
        let back = shape.moved(east: -360 * turns)
        guard back.vertices.allSatisfy({ $0.longitude.magnitude <= ShapeProblem.longitudeLimit })
        else {
            let longitudes = vertices.map(\.longitude)
            throw Refusal(
                "its longitudes go from \(longitudes.min() ?? 0) to \(longitudes.max() ?? 0), more than "
                    + "once round",
                hint: "convert it to WGS 84, or cut it")
        }
        let count = Int(turns.magnitude)
        notes.append(
            Refusal(
                "its longitudes are \(count == 1 ? "a whole turn" : "\(count) whole turns") too "
                    + "far \(turns > 0 ? "east" : "west"), as web maps write them, and are corrected",
                hint: "write longitudes from -180 to 180"))
        return back
    }

    private mutating func nestedCoordinates(
        of type: String, _ json: inout JSONReader
    ) throws -> Shape {
        switch type {
        case "Point":
            try Self.demandArray(&json)
            if try json.isEmptyArray() { throw Self.empty }
            return .points([try json.coordinate(VertexPlace(vertex: 0))])
        case "MultiPoint":
            try readVertices(&json, VertexPlace())
            return .points(try Self.notEmpty(Array(vertices)))
        case "LineString": return .lines([try line(&json, part: 0)])
        case "MultiLineString":
            return .lines(try Self.parts(&json) { json, part in try line(&json, part: part) })
        case "Polygon": return .polygons([try polygon(&json, part: 0)])
        case "MultiPolygon":
            return .polygons(
                try Self.parts(&json) { json, part in try polygon(&json, part: part) })
        default: throw Self.unusable(type)
        }
    }

    private mutating func polygon(_ json: inout JSONReader, part: Int) throws -> Polygon {
        Polygon(
            rings: try Self.parts(&json) { json, index in
                try ring(&json, VertexPlace(part: part, ring: index))
            })
    }

    private mutating func line(_ json: inout JSONReader, part: Int) throws -> [Coordinate] {
        try readVertices(&json, VertexPlace(part: part))
        guard vertices.count >= 2 else {
            if vertices.isEmpty { throw Self.empty }
            throw Refusal("a line has only one vertex", vertex: VertexPlace(part: part))
        }
        return Array(vertices)
    }

    private mutating func ring(
        _ json: inout JSONReader, _ place: VertexPlace
    ) throws -> [Coordinate] {
        try readVertices(&json, place)
        guard let first = vertices.first else { throw Self.empty }
        if let last = vertices.last, last != first, !Self.isTurnAway(last, first) {
            vertices.append(first)
            warnings.append(
                Refusal(
                    "the ring was not closed; it has been closed",
                    hint: "repeat its first vertex at its end",
                    vertex: place))
        }
        guard vertices.count >= 4 else {
            throw Refusal("a ring needs at least three corners", vertex: place)
        }
        return Array(vertices)
    }

    /// Whether two positions differ by exactly one turn: a ring that ends so goes around a pole.
    private static func isTurnAway(_ last: Coordinate, _ first: Coordinate) -> Bool {
        let east = last.longitude - first.longitude
        return last.latitude == first.latitude && abs(east) > 180
            && abs(east.remainder(dividingBy: 360)) < 1e-9
    }

    /// Reads an array of coordinates into `vertices`.
    private mutating func readVertices(_ json: inout JSONReader, _ place: VertexPlace) throws {
        try Self.demandArray(&json)
        vertices.removeAll(keepingCapacity: true)
        vertices.reserveCapacity(Self.usualVertices)
        var place = place
        place.vertex = 0
        var walk = try json.openArray()
        while try json.hasElement(&walk) {
            vertices.append(try json.coordinate(place))
            place.vertex = vertices.count
        }
    }

    private static func parts<Part>(
        _ json: inout JSONReader, _ read: (inout JSONReader, Int) throws -> Part
    ) throws -> [Part] {
        try demandArray(&json)
        var parts: [Part] = []
        var walk = try json.openArray()
        while try json.hasElement(&walk) { parts.append(try read(&json, parts.count)) }
        return try notEmpty(parts)
    }

    private static func demandArray(_ json: inout JSONReader) throws {
        guard try json.kind() == .array else {
            throw Refusal("\"coordinates\" is not nested as its type needs")
        }
    }

    private static func notEmpty<Part>(_ parts: [Part]) throws -> [Part] {
        guard !parts.isEmpty else { throw empty }
        return parts
    }

    private static var empty: Refusal {
        Refusal("the geometry is empty", hint: "draw it or remove the feature")
    }
}

/// A circle as written by drawing tools into the properties of a Point: `radius` in metres and,
/// usually, a word that marks it (Azure Maps `subType`, Leaflet-Geoman `shape`, others `type`).
struct DrawnCircle {
    /// The valid radii in metres.
    static let radii_m = 0.001...FenceUse.distances_m.upperBound

    /// The value of `radius`.
    private(set) var radius: Double?
    /// Whether a word marks the Point as a circle.
    private(set) var isCircle = false

    /// Reads the value of one of the keys.
    mutating func read(_ key: String, _ json: inout JSONReader) throws(JSONFault) {
        switch (key, try json.kind()) {
        case ("radius", .number): radius = try json.number()
        case ("radius", _): try json.skipValue()
        case (_, .string): if try json.string().lowercased() == "circle" { isCircle = true }
        case (_, _): try json.skipValue()
        }
    }
}
