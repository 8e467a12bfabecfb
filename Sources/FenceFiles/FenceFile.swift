public import Geofencing

/// What a file of fences holds: the fences that can be used, and everything that is wrong.
public struct FenceFile: Sendable {
    /// Bytes of a file; offsets and counts stay far from overflow, and memory within bounds.
    public static let maximumBytes = 1 << 31

    /// The fences in the order of the file; nil when the file as a whole could not be read.
    public internal(set) var fences: [Fence]?
    /// The feature that each fence comes from, from 0.
    public internal(set) var features: [Int]
    /// How many features the file has, usable or not.
    public internal(set) var featureCount: Int
    /// What is wrong, in the order of the file.
    public internal(set) var problems: [FenceProblem]

    /// A file that gave no fences, for that reason.
    init(unreadable reason: String) {
        self.init(
            fences: nil, features: [], featureCount: 0,
            problems: [FenceProblem(.rejected, reason)])
    }

    init(fences: [Fence]?, features: [Int], featureCount: Int, problems: [FenceProblem]) {
        self.fences = fences
        self.features = features
        self.featureCount = featureCount
        self.problems = problems
    }

    /// Reads GeoJSON (RFC 7946): a FeatureCollection, one Feature, or a bare geometry.
    ///
    /// A fence's id is the feature's `id`, else `properties.id`, else `properties.name`, else
    /// `feature-N` with N counted from 0; its name is `properties.name`, else `properties.title`,
    /// else the id. `properties.geofence` holds what the fence overrides of its monitor.
    public static func read(_ bytes: [UInt8]) -> FenceFile {
        if let reason = excess(of: bytes) { return FenceFile(unreadable: reason) }
        var reader = GeoJSONReader(bytes)
        var fences: [Fence] = []
        var features: [Int] = []
        let isReadable = reader.read { fence, feature in
            fences.append(fence)
            features.append(feature)
        }
        return FenceFile(
            fences: isReadable ? fences : nil, features: isReadable ? features : [],
            featureCount: reader.featureCount, problems: reader.problems.list)
    }

    private static func excess(of bytes: [UInt8]) -> String? {
        guard bytes.count > maximumBytes else { return nil }
        return "the file has \(bytes.count) bytes, more than the \(maximumBytes) allowed"
    }

    /// Reads a file as `read` does, straight into what the engine takes: a file of any size is
    /// never held as single fences.
    ///
    /// - Parameters:
    ///   - bytes: GeoJSON.
    ///   - path: what the problems of the set, its rejections, begin with.
    /// - Returns: the fences, and all problems of the file.
    public static func load(
        _ bytes: [UInt8], from path: String
    ) -> (loaded: LoadedFences, problems: [FenceProblem]) {
        if let reason = excess(of: bytes) {
            let problems = [FenceProblem(.rejected, reason)]
            return (LoadedFences(set: nil, problems: ["\(path): \(reason)"]), problems)
        }
        var reader = GeoJSONReader(bytes)
        var builder = FenceSet.Builder()
        let isReadable = reader.read { fence, _ in builder.append(fence) }
        let problems = reader.problems.list
        var loaded = builder.finish()
        if !isReadable { loaded = LoadedFences(set: nil) }
        let rejections = problems.filter { $0.severity == .rejected }.map(\.description)
        loaded.problems = (rejections + loaded.problems).map { "\(path): \($0)" }
        loaded.invalid.formUnion(reader.problems.rejectedIDs)
        return (loaded, problems)
    }
}
