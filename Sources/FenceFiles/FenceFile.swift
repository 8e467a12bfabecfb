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

    /// A file that gave no bytes, for that reason.
    public init(unreadable reason: String) {
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
        guard bytes.count <= maximumBytes else {
            let reason = "the file has \(bytes.count) bytes, more than the \(maximumBytes) allowed"
            return FenceFile(unreadable: reason)
        }
        var reader = GeoJSONReader(bytes)
        return reader.file()
    }

    /// The fences as the engine takes them, with one sentence for each rejection.
    ///
    /// - Parameter path: what the sentences begin with.
    public func loaded(from path: String) -> LoadedFences {
        let rejections = problems.filter { $0.severity == .rejected }.map { "\(path): \($0)" }
        guard let fences else { return LoadedFences(set: nil, problems: rejections) }
        let made = FenceSet.make(fences)
        return LoadedFences(set: made.set, problems: rejections + made.problems)
    }
}
