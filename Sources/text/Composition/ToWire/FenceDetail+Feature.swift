public import ControlProtocol
import Geodesy
public import Geofencing

extension FenceDetail {
    /// Converts a fence to a GeoJSON feature that is read back as the same fence.
    public static func feature(_ fence: Fence) -> RawJSON {
        let properties = RawJSON(properties: fence.properties)?.bytes ?? Array("null".utf8)
        return RawJSON(
            checked: Array(#"{"geometry":\#(geometry(fence.shape)),"id":"#.utf8)
                + Wire.line(fence.id) + Array(#","properties":"#.utf8) + properties
                + Array(#","type":"Feature"}"#.utf8))
    }

    private static func geometry(_ shape: Shape) -> String {
        switch shape {
        case .polygons(let polygons):
            geometry("Polygon", polygons.map { list($0.rings.map(positions)) })
        case .lines(let lines): geometry("LineString", lines.map(positions))
        case .points(let points): geometry("Point", points.map(position))
        // `properties.geofence` contains the radius.
        case .circle(let center, _): geometry("Point", [position(center)])
        }
    }

    /// Returns one part as the simple type, several parts as the `Multi` type.
    private static func geometry(_ type: String, _ parts: [String]) -> String {
        let isOne = parts.count == 1
        let coordinates = isOne ? parts[0] : list(parts)
        return #"{"coordinates":\#(coordinates),"type":"\#(isOne ? "" : "Multi")\#(type)"}"#
    }

    private static func positions(_ line: [Coordinate]) -> String { list(line.map(position)) }

    private static func position(_ place: Coordinate) -> String {
        list([number(place.longitude), number(place.latitude)])
    }

    /// Formats a finite number like the JSON encoder of the protocol.
    private static func number(_ value: Double) -> String {
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func list(_ items: [String]) -> String {
        "[" + items.joined(separator: ",") + "]"
    }
}
