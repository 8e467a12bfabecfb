internal import Composition
internal import ControlProtocol
internal import FenceFiles
internal import Geofencing
internal import SystemServices

/// Reads GeoJSON to send it. The whole file is checked before any feature is sent, so that a
/// problem of one feature leaves no partial change.
enum FeatureFile {
    /// Returns the features of a file, each with its id as text, since a number could change.
    /// Throws `badData` with all problems of all features, and for a file without any.
    static func features(_ path: String) throws -> [JSONValue] {
        let features = try read(path)
        guard !features.isEmpty else {
            throw CommandFailure(
                .badData, "\(path) holds no features, so nothing was changed.",
                hint: "To empty a set use: geofencectl fence set.")
        }
        return features
    }

    /// Returns the features as a collection, which may be empty.
    static func collection(_ path: String) throws -> JSONValue {
        .object(["type": .string("FeatureCollection"), "features": .array(try read(path))])
    }

    /// Returns a circle as a feature.
    static func circle(
        id: String, latitude: Double, longitude: Double, radius_m: Double
    ) -> JSONValue {
        .object([
            "type": .string("Feature"), "id": .string(id),
            "geometry": .object([
                "type": .string("Point"),
                "coordinates": .array([.number(longitude), .number(latitude)]),
            ]),
            "properties": .object(["geofence": .object(["radius_m": .number(radius_m)])]),
        ])
    }

    private static func read(_ path: String) throws -> [JSONValue] {
        let bytes = try FileText.read(path, limit: longest_bytes)
        var use = FenceUse()
        // Only the daemon knows the monitors: any buffer turns points and lines into fences.
        use.buffer_m = FenceUse.distances_m.upperBound
        let file = FenceFile.check(bytes, for: use)
        let rejections = file.problems.filter { $0.severity == .rejected }
        guard let fences = file.fences, rejections.isEmpty else {
            var failure = CommandFailure(
                .badData, "\(path) cannot be used, so nothing was changed.",
                hint: "Repair it; all its problems are listed by: geofencectl fence check.")
            failure.kind = FailureKind.fenceInvalid.rawValue
            failure.problems = rejections.map(\.description)
            throw failure
        }
        return fences.map { FenceDetail.feature($0).value }
    }

    /// More than the bytes of one request line, so that the limit of the daemon is reported.
    private static let longest_bytes = 4 * Limits.line_bytes
}

/// The name of a fence set on the command line.
enum FenceSetChoice {
    /// Returns the name for the daemon: a relative path that starts with a dot is made absolute,
    /// since the daemon has another working directory.
    static func asSeenByTheDaemon(_ words: String) -> String {
        let isFromHere = words.hasPrefix("./") || words.hasPrefix("../")
        return isFromHere ? AbsolutePath(words, from: Directory.current).text : words
    }
}
