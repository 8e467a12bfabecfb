internal import ControlProtocol

/// Reads GeoJSON only as far as needed to send it; the daemon judges it.
enum FeatureFile {
    /// The features of a file: one, or those of a collection.
    static func features(_ path: String) throws -> [JSONValue] {
        let value = try value(path)
        if case .array(let features)? = value["features"] { return features }
        guard value["type"]?.text == "Feature" else {
            throw CommandFailure(
                .badData, "\(path) is neither a GeoJSON feature nor a feature collection.",
                hint: "Give {\"type\":\"Feature\",\"id\":…,\"geometry\":…,\"properties\":…}.")
        }
        return [value]
    }

    /// The JSON of a file.
    static func value(_ path: String) throws -> JSONValue {
        let bytes = try FileText.read(path, limit: longest_bytes)
        do {
            return try Wire.value(JSONValue.self, from: bytes)
        } catch {
            throw CommandFailure(
                .badData, "\(path) is not JSON.", hint: "Check it with: geofencectl fence check.")
        }
    }

    /// What one request line can carry, and a little more, so that the daemon's limit is the one
    /// that is reported.
    private static let longest_bytes = 4 * Limits.line_bytes
}
