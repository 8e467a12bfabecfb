import Geodesy
import JSONText

extension JSONReader {
    /// Reads a position `[longitude, latitude, …]`; ignores the altitude and further values.
    ///
    /// - Parameter place: the place of the vertex, for problems.
    @inline(__always)
    mutating func coordinate(_ place: VertexPlace) throws -> Coordinate {
        skipSpace()
        guard next == UInt8(ascii: "[") else {
            throw Refusal("\"coordinates\" is not nested as its type needs", vertex: place)
        }
        var walk = try openArray()
        let longitude = try ordinate(&walk, place)
        let latitude = try ordinate(&walk, place)
        while try hasElement(&walk) { try skipValue() }
        guard latitude.magnitude <= 90, longitude.magnitude <= Self.mostLongitude else {
            throw Self.outOfRange(longitude, latitude, place)
        }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// The limit in degrees: three world copies on either side. More turns are rare on a web map,
    /// and a greater value is most likely in metres.
    private static let mostLongitude = 3.5 * 360

    /// Whether the next array is empty. Does not advance.
    mutating func isEmptyArray() throws -> Bool {
        let start = mark
        var walk = try openArray()
        let isEmpty = try !hasElement(&walk)
        go(to: start)
        return isEmpty
    }

    @inline(__always)
    private mutating func ordinate(_ walk: inout Walk, _ place: VertexPlace) throws -> Double {
        guard try hasElement(&walk) else {
            throw Refusal("a position needs a longitude and a latitude", vertex: place)
        }
        skipSpace()
        // Usually the next byte is a digit; otherwise the kind must be checked.
        if next &- 48 < 10 { return try number() }
        switch try kind() {
        case .number: return try number()
        case .notNumber:
            throw Refusal(
                "a position holds \(notNumberFault.reason)",
                hint: "give its longitude and latitude or remove it", vertex: place,
                offset: position)
        case .array: throw DeepNesting(vertex: place)
        case .object, .string, .flag, .null:
            throw Refusal("a position contains a value that is not a number", vertex: place)
        }
    }

    private static func outOfRange(
        _ longitude: Double, _ latitude: Double, _ place: VertexPlace
    ) -> Refusal {
        let position = "[\(longitude), \(latitude)]"
        if longitude.magnitude > mostLongitude || latitude.magnitude > 180 {
            return Refusal(
                "the position \(position) is not in degrees", hint: "convert it to WGS 84",
                vertex: place)
        }
        let areSwapped = longitude.magnitude <= 90
        return Refusal(
            "the position \(position) has a latitude beyond 90 degrees",
            hint: areSwapped
                ? "write longitude first: it looks swapped"
                : "write longitude first, then latitude",
            vertex: place)
    }
}
