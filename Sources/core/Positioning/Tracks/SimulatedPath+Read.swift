import FoundationEssentials
import Geodesy

extension SimulatedPath {
    /// Why a text is not a path.
    public struct Problem: Error, Hashable, Sendable {
        /// One sentence: the problem and its remedy.
        public let sentence: String
    }

    /// Reads a path from JSON text.
    ///
    /// Accepts an ArcGIS polyline `{"paths":[[[x,y],…]],"spatialReference":{"wkid":4326}}` or
    /// multipoint `{"points":[…]}`; any GeoJSON, bare or in features (RFC 7946); or a bare list of
    /// `[longitude, latitude]`. Several lines are followed one after the other.
    public static func read(_ text: [UInt8]) throws(Problem) -> SimulatedPath {
        guard isShallowJSON(text),
            let shape = try? JSONDecoder().decode(Shape.self, from: Data(text))
        else {
            throw Problem(
                sentence: "The path is not JSON; it must be an ArcGIS polyline or GeoJSON.")
        }
        if let wkid = shape.spatialReference?.wkid, wkid != 4326 {
            throw Problem(
                sentence: "The path is in spatial reference \(wkid); project it to 4326 (WGS84).")
        }
        var places: [Coordinate] = []
        for numbers in shape.positions {
            guard numbers.count >= 2, abs(numbers[1]) <= 90,
                abs(numbers[0]) <= ShapeProblem.longitudeLimit
            else {
                throw Problem(
                    sentence:
                        "Position \(places.count + 1) of the path is \(numbers); it must be longitude, latitude in degrees."
                )
            }
            places.append(Coordinate(latitude: numbers[1], longitude: numbers[0]))
        }
        guard places.count <= maximumPlaces else {
            throw Problem(
                sentence: "The path has \(places.count) positions; thin it to \(maximumPlaces).")
        }
        guard let path = SimulatedPath(places) else {
            throw Problem(
                sentence: "The path has no positions; it must have paths, points or coordinates.")
        }
        return path
    }

    /// Any of the supported shapes.
    private struct Shape: Decodable {
        var positions: [[Double]] = []
        var spatialReference: SpatialReference?

        struct SpatialReference: Decodable {
            var wkid: Int?
        }

        private enum CodingKeys: String, CodingKey {
            case spatialReference, paths, points, coordinates, geometry, geometries, features
        }

        init(from decoder: any Decoder) throws {
            guard let keyed = try? decoder.container(keyedBy: CodingKeys.self) else {
                positions = try Nest(from: decoder).positions
                return
            }
            spatialReference = try keyed.decodeIfPresent(
                SpatialReference.self, forKey: .spatialReference)
            for key in [CodingKeys.paths, .points, .coordinates] {
                positions += try keyed.decodeIfPresent(Nest.self, forKey: key)?.positions ?? []
            }
            if let inner = try keyed.decodeIfPresent(Shape.self, forKey: .geometry) {
                positions += inner.positions
            }
            for key in [CodingKeys.geometries, .features] {
                for inner in try keyed.decodeIfPresent([Shape].self, forKey: key) ?? [] {
                    positions += inner.positions
                }
            }
        }
    }

    /// Nested lists down to positions.
    private enum Nest: Decodable {
        case number(Double)
        case list([Nest])

        init(from decoder: any Decoder) throws {
            if let number = try? decoder.singleValueContainer().decode(Double.self) {
                self = .number(number)
            } else {
                self = .list(try decoder.singleValueContainer().decode([Nest].self))
            }
        }

        /// The innermost lists in their order.
        var positions: [[Double]] {
            guard case .list(let items) = self else { return [] }
            let numbers = items.compactMap { item in
                if case .number(let value) = item { value } else { nil as Double? }
            }
            return numbers.isEmpty ? items.flatMap(\.positions) : [numbers]
        }
    }
}
