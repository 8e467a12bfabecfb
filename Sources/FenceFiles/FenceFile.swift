public import Geodesy
public import Geofencing
import JSONText

/// What a file of fences holds: the fences that can be used, and everything that is wrong.
public struct FenceFile: Sendable {
    /// Bytes of a file; offsets and counts stay far from overflow, and memory within bounds.
    public static let maximumBytes = 1 << 31

    /// Bytes of the properties of one fence, without the space between their parts. Every event of the
    /// fence carries them: with them it fits the log four times over, and sixteen fit a line.
    public static let propertiesMaximum_bytes = 64 << 10

    /// The fences in the order of the file; nil when the file as a whole could not be read.
    public internal(set) var fences: [Fence]?
    /// The feature that each fence comes from, from 0.
    public internal(set) var features: [Int]
    /// The features, listed among the problems or not, of which something is doubtful.
    public internal(set) var doubtful: Set<Int> = []
    /// The features whose fences are known by their places alone.
    var placeholders: Set<Int> = []
    /// How many features the file has, usable or not.
    public internal(set) var featureCount: Int
    /// What is wrong, in the order of the file.
    public var problems: [FenceProblem]

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
    /// A fence's id is the feature's `id`, else `properties.id`, else `properties.name` (or `Name`, or
    /// `NAME`), else `feature-N` with N counted from 0; its name is `properties.name`, else
    /// `properties.title`, else the id. `properties.geofence` holds what the fence overrides of its monitor.
    public static func read(_ bytes: [UInt8]) -> FenceFile {
        var problems = FenceProblems()
        return read(bytes, noting: &problems)
    }

    /// Reads a file whose `problems` are not all known with that.
    static func read(_ bytes: [UInt8], noting problems: inout FenceProblems) -> FenceFile {
        if bytes.count > maximumBytes { return FenceFile(unreadable: excess) }
        var reader = GeoJSONReader(next: Self.once(bytes))
        var fences: [Fence] = []
        var features: [Int] = []
        var (doubtful, placeholders): (Set<Int>, Set<Int>) = ([], [])
        let isReadable = reader.read { fence, origin in
            fences.append(fence)
            features.append(origin.feature)
            if origin.isDoubtful { doubtful.insert(origin.feature) }
            if origin.isPlaceholder { placeholders.insert(origin.feature) }
        }
        problems = reader.problems
        var file = FenceFile(
            fences: isReadable ? fences : nil, features: isReadable ? features : [],
            featureCount: reader.featureCount, problems: problems.list)
        file.doubtful = doubtful
        file.placeholders = placeholders
        return file
    }

    /// A text that should be the properties of a fence, as one line; nil when it is no JSON object or
    /// more than a fence may have. It costs its bytes, however it is nested.
    public static func properties(_ text: String) -> String? {
        var json = JSONReader(Array(text.utf8))
        guard text.utf8.count <= propertiesMaximum_bytes, (try? json.kind()) == .object,
            let properties = try? json.compactValue(), json.position == text.utf8.count
        else { return nil }
        return properties.text
    }

    private static let excess = "the file has more than the \(maximumBytes) bytes allowed"

    /// All of a text in one piece.
    private static func once(_ bytes: [UInt8]) -> () -> [UInt8] {
        var piece = bytes
        return {
            defer { piece = [] }
            return piece
        }
    }

    /// Reads a file as `read` does, straight into what the engine takes, piece by piece: a file
    /// of any size is neither held as bytes nor as single fences.
    ///
    /// - Parameters:
    ///   - memory: where the fences are gathered, and where they stay.
    ///   - next: the next piece of GeoJSON, of any size; an empty one is the end.
    public static func load(
        in memory: WorkingMemory = .heap, next: () -> [UInt8]
    ) -> LoadedFile {
        var byteCount = 0
        return withoutActuallyEscaping(next) { next in
            var reader = GeoJSONReader {
                let piece = byteCount > maximumBytes ? [] : next()
                byteCount += piece.count
                return piece
            }
            var builder = FenceSet.Builder(in: memory)
            let isReadable = reader.read { fence, _ in builder.append(fence) }
            if byteCount > maximumBytes { return LoadedFile(unreadable: excess) }
            let made = isReadable ? builder.finish() : LoadedFences(set: nil)
            var problems = reader.problems
            for problem in made.problems { problems.note(FenceProblem(.rejected, problem)) }
            return LoadedFile(
                set: made.set, problems: problems.list,
                invalid: made.invalid.union(problems.rejectedIDs))
        }
    }

    /// The same of bytes in memory.
    public static func load(_ bytes: [UInt8]) -> LoadedFile {
        load(next: once(bytes))
    }

    /// The same as the engine takes it, whose problems begin with `path`, and all problems of the
    /// file.
    public static func load(
        _ bytes: [UInt8], from path: String
    ) -> (loaded: LoadedFences, problems: [FenceProblem]) {
        let file = load(bytes)
        return (file.fences(from: path), file.problems)
    }
}
