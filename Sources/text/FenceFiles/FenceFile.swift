public import Geodesy
public import Geofencing
import JSONText

/// The fences of a file, and all problems of the file.
public struct FenceFile: Sendable {
    /// The maximum size in bytes, which keeps offsets far from overflow and memory bounded.
    public static let maximumBytes = 1 << 31

    /// The maximum size of a fence's properties in bytes, without whitespace. Every event of the
    /// fence contains them: at this size they take a quarter of the largest log entry, and sixteen
    /// fit a line.
    public static let propertiesMaximum_bytes = 64 << 10

    /// The usable fences, in the order of the file; nil when the file as a whole could not be read.
    public internal(set) var fences: [Fence]?
    /// The feature number of each fence, from 0.
    public internal(set) var features: [Int]
    /// The features with a warning, also those whose warnings are not listed in `problems`.
    public internal(set) var doubtful: Set<Int> = []
    /// The features whose ids are derived from their positions.
    var placeholders: Set<Int> = []
    /// The number of features, usable or not.
    public internal(set) var featureCount: Int
    /// The problems, in the order of the file.
    public var problems: [FenceProblem]

    /// Creates the result for a file that could not be read, with the reason.
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
    /// A fence's id is the feature's `id`, else `properties.id`, else `properties.name` (or `Name`,
    /// or `NAME`), else `feature-N` with N counted from 0; its name is `properties.name`, else
    /// `properties.title`, else the id. `properties.geofence` overrides settings of the monitor.
    public static func read(_ bytes: [UInt8]) -> FenceFile {
        var problems = FenceProblems()
        return read(bytes, noting: &problems)
    }

    /// Reads a file; adds its problems to `problems`, to which the caller may add more.
    static func read(_ bytes: [UInt8], noting problems: inout FenceProblems) -> FenceFile {
        if bytes.count > maximumBytes { return FenceFile(unreadable: tooLarge) }
        var reader = FenceFormat.reader(Self.once(bytes))
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

    /// Returns the text of a fence's properties on one line; nil when it is not a JSON object or
    /// too large. The cost is linear in the bytes, whatever their nesting.
    public static func properties(_ text: String) -> String? {
        var json = JSONReader(Array(text.utf8))
        guard text.utf8.count <= propertiesMaximum_bytes, (try? json.kind()) == .object,
            let properties = try? json.compactValue(), json.position == text.utf8.count
        else { return nil }
        return properties.text
    }

    private static let tooLarge = "the file has more than the \(maximumBytes) bytes allowed"

    /// Returns a source of pieces that delivers the whole text at once.
    private static func once(_ bytes: [UInt8]) -> () -> [UInt8] {
        var piece = bytes
        return {
            defer { piece = [] }
            return piece
        }
    }

    /// Reads a file like `read`, but piece by piece into the form of the engine, so that neither
    /// the bytes nor the single fences of a large file are in memory at once.
    ///
    /// - Parameters:
    ///   - memory: the memory in which the fences are collected and stored.
    ///   - next: returns the next piece of GeoJSON, of any size; an empty piece is the end.
    public static func load(
        in memory: WorkingMemory = .heap, next: () -> [UInt8]
    ) -> LoadedFile {
        var byteCount = 0
        return withoutActuallyEscaping(next) { next in
            var reader = FenceFormat.reader {
                let piece = byteCount > maximumBytes ? [] : next()
                byteCount += piece.count
                return piece
            }
            var builder = FenceSet.Builder(in: memory)
            let isReadable = reader.read { fence, _ in builder.append(fence) }
            if byteCount > maximumBytes { return LoadedFile(unreadable: tooLarge) }
            let made = isReadable ? builder.finish() : LoadedFences(set: nil)
            var problems = reader.problems
            for problem in made.problems { problems.note(FenceProblem(.rejected, problem)) }
            return LoadedFile(
                set: made.set, problems: problems.list,
                invalid: made.invalid.union(problems.rejectedIDs))
        }
    }

    /// Reads bytes in memory like ``load(in:next:)``.
    public static func load(_ bytes: [UInt8]) -> LoadedFile {
        load(next: once(bytes))
    }

    /// Reads bytes in memory for the engine, with messages that begin with `path`. Also returns all
    /// problems of the file.
    public static func load(
        _ bytes: [UInt8], from path: String
    ) -> (loaded: LoadedFences, problems: [FenceProblem]) {
        let file = load(bytes)
        return (file.fences(from: path), file.problems)
    }
}
