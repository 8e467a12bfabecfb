import JSONText

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
