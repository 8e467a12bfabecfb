public import ControlProtocol
import Geodesy
public import Geofencing

extension FenceDetail {
    /// A fence as a GeoJSON feature that reads back as the same fence.
    public static func feature(_ fence: Fence) -> JSONValue {
        .object([
            "type": .string("Feature"),
            "id": .string(fence.id),
            "properties": JSONValue(properties: fence.properties) ?? .null,
            "geometry": geometry(fence.shape),
        ])
    }

    private static func geometry(_ shape: Shape) -> JSONValue {
        switch shape {
        case .polygons(let polygons):
            let parts = polygons.map { JSONValue.array($0.rings.map(positions)) }
            return geometry("Polygon", parts)
        case .lines(let lines): return geometry("LineString", lines.map(positions))
        case .points(let points): return geometry("Point", points.map(position))
        // The radius is in properties.geofence, where it came from.
        case .circle(let center, _): return geometry("Point", [position(center)])
        }
    }

    /// One part as the plain type, several as its `Multi` type.
    private static func geometry(_ type: String, _ parts: [JSONValue]) -> JSONValue {
        .object([
            "type": .string(parts.count == 1 ? type : "Multi" + type),
            "coordinates": parts.count == 1 ? parts[0] : .array(parts),
        ])
    }

    private static func positions(_ line: [Coordinate]) -> JSONValue {
        .array(line.map(position))
    }

    private static func position(_ place: Coordinate) -> JSONValue {
        .array([.number(place.longitude), .number(place.latitude)])
    }
}
