internal import Chronology
public import Expressions
internal import Geodesy

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

    /// The fields of a fix that a `LocationUpdate` holds; all others are in `FixDetails`.
    fileprivate static let updateFields: Set<String> = [
        "course", "horizontalaccuracy", "verticalaccuracy", "velocity", "timestamp", "altitude",
        "floor", "lastknown", "source",
    ]
}

extension Expression {
    /// Returns whether the expression reads more of a fix than a `LocationUpdate` holds, or uses
    /// the fix as a whole.
    package func readsFixDetails(of variable: String) -> Bool {
        !(attributesRead(of: variable)?.isSubset(of: ExpressionValue.updateFields) ?? false)
    }
}
