import Suggestions

/// The values of `type` in GeoJSON.
enum GeoJSONType {
    /// The geometries of fences.
    static let geometries = [
        "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
    ]

    /// For each type, the type whose coordinates are nested one level deeper.
    static let deeper = [
        "Point": "MultiPoint", "MultiPoint": "MultiLineString", "LineString": "MultiLineString",
        "MultiLineString": "MultiPolygon", "Polygon": "MultiPolygon",
    ]

    /// The expected content, as a hint.
    static let expected = "give a GeoJSON FeatureCollection (RFC 7946)"

    /// Returns the hint for an unusable type.
    static func hint(for type: String) -> String {
        switch type {
        case "GeometryCollection": return "make a feature of each of its geometries"
        case "Topology":
            return "it is TopoJSON: convert it, for example with ogr2ogr -f GeoJSON"
        default:
            let words = ["FeatureCollection", "Feature"] + geometries
            guard let closest = closestWord(to: type, among: words) else { return expected }
            return "did you mean \"\(closest)\"?"
        }
    }
}
