import JSONText

/// What drawing tools write into the properties of a Point for a circle around it: `radius` in metres and,
/// most of them, a word that it is one (Azure Maps `subType`, Leaflet-Geoman `shape`, others `type`).
struct DrawnCircle {
    /// The radii that a circle can have.
    static let radii_m = 0.001...FenceUse.distances_m.upperBound

    /// The number of `radius`.
    private(set) var radius: Double?
    /// Whether a word says that it is a circle.
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
