import Chronology
public import Expressions
public import Fixes
public import Geodesy

extension ExpressionValue {
    /// Creates a fix as a feature: first the fields of ArcGIS's device location, then our own
    /// fields, then those fields of the sender that have other names.
    public init(feature update: LocationUpdate, _ details: FixDetails?, source: String) {
        func number(_ value: Double?) -> ExpressionValue { value.map { .number($0) } ?? .null }
        var attributes = [
            ExpressionMember("course", number(update.course_deg)),
            ExpressionMember("horizontalaccuracy", number(update.accuracy_m)),
            ExpressionMember("verticalaccuracy", number(update.verticalAccuracy_m)),
            ExpressionMember("velocity", number(update.speed_mps)),
            ExpressionMember("timestamp", update.time.map { .date($0.milliseconds) } ?? .null),
            ExpressionMember("altitude", number(update.altitude_m)),
            ExpressionMember("floor", number(update.floor.map(Double.init))),
            ExpressionMember("lastknown", .bool(update.isLastKnown)),
            ExpressionMember("source", .text(source)),
            ExpressionMember("satellitecount", number(details?.satellites.map(Double.init))),
            ExpressionMember("hdop", number(details?.hdop)),
            ExpressionMember("heading", number(details?.heading_deg)),
        ]
        attributes += ExpressionJSON.members(of: details?.additional, beside: attributes)
        self = .feature(
            attributes,
            .point(
                x: update.position.longitude, y: update.position.latitude, z: update.altitude_m))
    }

    /// Creates a feature from a fence: its properties, with its id and name unless the properties
    /// have such keys.
    ///
    /// - Parameters:
    ///   - properties: the text of a JSON object.
    ///   - shape: the shape as drawn; nil for a feature without geometry.
    public init(fence id: String, name: String, properties: String?, shape: Shape?) {
        var attributes = ExpressionJSON.members(of: properties)
        for (key, value) in [("id", id), ("name", name)]
        where !attributes.contains(where: { $0.key.lowercased() == key }) {
            attributes.append(ExpressionMember(key, .text(value)))
        }
        self = .feature(attributes, shape.map(ExpressionGeometry.init))
    }

    /// The fields of a fix that a `LocationUpdate` holds; all others are in `FixDetails`.
    fileprivate static let updateFields: Set<String> = [
        "course", "horizontalaccuracy", "verticalaccuracy", "velocity", "timestamp", "altitude",
        "floor", "lastknown", "source",
    ]
}

extension Expression {
    /// Returns whether the expression reads more of a fix than a `LocationUpdate` holds, or uses
    /// the fix as a whole.
    func readsFixDetails(of variable: String) -> Bool {
        !(attributesRead(of: variable)?.isSubset(of: ExpressionValue.updateFields) ?? false)
    }
}

extension ExpressionGeometry {
    /// The shape of a fence as drawn, in degrees. A circle becomes a polygon with 72 corners.
    init(_ shape: Shape) {
        func part(_ places: [Coordinate]) -> [Position] {
            places.map { Position(x: $0.longitude, y: $0.latitude) }
        }
        switch shape {
        case .polygons(let polygons):
            let rings = polygons.flatMap(\.rings).map(part)
            self.init(
                .polygon, rings.map { $0.first == $0.last ? $0 : $0 + $0.prefix(1) })
        case .lines(let lines): self.init(.polyline, lines.map(part))
        case .points(let points):
            self.init(points.count == 1 ? .point : .multipoint, [part(points)])
        case .circle(let center, let radius):
            // Clockwise, like outer rings.
            let corners = (0...72).map {
                center.destination(azimuth: Double($0 % 72) * 5, distance: radius)
            }
            self.init(.polygon, [part(corners)])
        }
    }
}
