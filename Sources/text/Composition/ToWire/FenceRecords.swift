import Chronology
public import ControlProtocol
import FenceFiles
import Geodesy
public import Geofencing

extension FenceState {
    /// Converts the state of a fence in a monitor to its public form.
    public init(_ snapshot: FenceSnapshot, under monitor: MonitorDefinition) {
        self.init(snapshot.fence, in: monitor.fences, buffer_m: monitor.buffer_m)
        self.monitor = monitor.name
        state = snapshot.side.rawValue
        unknown_reason = snapshot.unknownReason
        visit = snapshot.visit?.text
        entered_at = snapshot.enteredAt?.rfc3339
        window_s = snapshot.window_s
        distance_m = snapshot.distance_m
        suppressed_state = snapshot.suppressedSide?.rawValue
        enter_at_m = snapshot.enterThreshold_m
        exit_at_m = snapshot.exitThreshold_m
        other_floor = snapshot.isOnOtherFloor ? true : nil
    }

    /// Converts a fence of a set, without a monitor, to its public form.
    ///
    /// - Parameter buffer_m: the buffer in metres of a fence without its own buffer.
    public init(_ fence: Fence, in set: FenceSetName, buffer_m: Double = 0) {
        let settings = fence.settings
        self.init(
            id: fence.id, name: fence.name, set: set.text, kind: settings.effectiveKind.rawValue,
            buffer_m: settings.buffer_m ?? buffer_m)
        floor = settings.floor
        enabled = settings.enabled ?? true
        expires_at = settings.expiresAt?.rfc3339
        properties = RawJSON(properties: fence.properties)
    }
}

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

extension RawJSON {
    /// Creates a fence's properties from their text; nil when there are none or the text is
    /// invalid. The reader of fence files has checked them, but a compiled file may be damaged.
    public init?(properties text: String?) {
        guard let text, let properties = FenceFile.properties(text) else { return nil }
        self.init(checked: Array(properties.utf8))
    }
}

extension FenceExplanations {
    /// Converts the explanations of the engine to their public form.
    public init(_ explanations: [Explanation]) {
        self.init(explanations: explanations.map(Chain.init))
    }
}

extension FenceExplanations.Chain {
    fileprivate init(_ explanation: Explanation) {
        self.init(
            monitor: explanation.monitor, fence: explanation.fence,
            time: explanation.time?.rfc3339,
            steps: explanation.steps.map { .init(subject: $0.subject, finding: $0.finding) },
            result: explanation.result)
    }
}
