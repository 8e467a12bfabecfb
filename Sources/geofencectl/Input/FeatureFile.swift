internal import ControlProtocol
internal import FenceFiles
internal import Geofencing

/// Reads GeoJSON to send it. All of a file is checked before any of it goes to the daemon, so that
/// what is wrong with one feature leaves nothing half done.
enum FeatureFile {
    /// The features of a file as they stand there: one, or those of a collection. Each has an id: one
    /// alone has no number to be called by. Throws `badData` with all that is wrong with any of them.
    static func features(_ path: String) throws -> [JSONValue] {
        let (value, file) = try read(path)
        let values: [JSONValue]
        if case .array(let features)? = value["features"] {
            values = features
        } else if value["type"]?.text == "Feature" {
            values = [value]
        } else {
            throw CommandFailure(
                .badData, "\(path) is neither a GeoJSON feature nor a feature collection.",
                hint: "Give {\"type\":\"Feature\",\"id\":…,\"geometry\":…,\"properties\":…}.")
        }
        guard !values.isEmpty else {
            throw CommandFailure(
                .badData, "\(path) holds no features, so nothing was changed.",
                hint: "To empty a set use: geofencectl fence set.")
        }
        return zip(file.features, file.fences ?? []).map { number, fence in
            values[number].identified(fence.id)
        }
    }

    /// The JSON of a file whose features all are fences. Throws `badData` with all that is wrong.
    static func value(_ path: String) throws -> JSONValue {
        try read(path).value
    }

    private static func read(_ path: String) throws -> (value: JSONValue, file: FenceFile) {
        let bytes = try FileText.read(path, limit: longest_bytes)
        var use = FenceUse()
        // Of the monitors only the daemon knows: any buffer makes fences of points and lines.
        use.buffer_m = FenceUse.distances_m.upperBound
        let file = FenceFile.check(bytes, for: use)
        let rejections = file.problems.filter { $0.severity == .rejected }
        guard rejections.isEmpty else {
            var failure = CommandFailure(
                .badData, "\(path) cannot be used, so nothing was changed.",
                hint: "Mend it, and see what else there is with: geofencectl fence check.")
            failure.kind = FailureKind.fenceInvalid.rawValue
            failure.problems = rejections.map(\.description)
            throw failure
        }
        guard let value = try? Wire.value(JSONValue.self, from: bytes) else {
            throw CommandFailure(
                .badData,
                "\(path) cannot be sent: beside its fences it holds a number beyond all that can be "
                    + "kept, or half a character.",
                hint: "Remove what is neither id, geometry nor properties of a feature.")
        }
        return (value, file)
    }

    /// What one request line can carry, and a little more, so that the daemon's limit is the one
    /// that is reported.
    private static let longest_bytes = 4 * Limits.line_bytes
}

extension JSONValue {
    /// The feature with that id, unless it has one of its own.
    fileprivate func identified(_ id: String) -> JSONValue {
        guard case .object(var members) = self, members["id"] ?? .null == .null else { return self }
        members["id"] = .string(id)
        return .object(members)
    }
}
