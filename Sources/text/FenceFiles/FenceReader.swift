public import Geofencing

/// Reads the fences of a file of one format in their order. Holds only the part that is being read,
/// so that the file may be larger than the memory.
protocol FenceReader {
    /// The number of features read so far, usable fences or not.
    var featureCount: Int { get }
    /// The problems of the file found so far.
    var problems: FenceProblems { get }

    /// Reads the whole file.
    ///
    /// - Parameter take: receives each fence.
    /// - Returns: whether the file could be read. If not, the caller must discard the fences.
    mutating func read(_ take: (Fence, FenceOrigin) -> Void) -> Bool
}

/// The feature of a fence.
struct FenceOrigin: BitwiseCopyable {
    /// The number of the feature, from 0.
    var feature: Int
    /// Whether the feature has a warning.
    var isDoubtful: Bool
    /// Whether the id of the fence is derived from its position in the file.
    var isPlaceholder: Bool
}

/// The format of a fence file.
enum FenceFormat {
    /// GeoJSON, or other JSON, which its reader refuses.
    case geoJSON
    /// A format without a reader.
    case foreign(ForeignFile)

    /// Recognizes the format by the first bytes of a file.
    init(beginning bytes: [UInt8]) {
        self = ForeignFile(beginning: bytes).map(FenceFormat.foreign) ?? .geoJSON
    }

    /// Detects the format of a file and returns a reader for it.
    ///
    /// - Parameter next: returns the next piece of the file; an empty piece is its end.
    static func reader(_ next: @escaping () -> [UInt8]) -> any FenceReader {
        var beginning = next()
        var isComplete = beginning.isEmpty
        while beginning.count < ForeignFile.recognizableBytes, !isComplete {
            let piece = next()
            isComplete = piece.isEmpty
            beginning += piece
        }
        switch FenceFormat(beginning: beginning) {
        case .geoJSON: return GeoJSONReader(beginning: beginning, isComplete: isComplete, next)
        case .foreign(let file): return ForeignReader(file: file)
        }
    }
}

/// Refuses a file of a format without a reader.
private struct ForeignReader: FenceReader {
    let file: ForeignFile
    let featureCount = 0
    private(set) var problems = FenceProblems()

    mutating func read(_ take: (Fence, FenceOrigin) -> Void) -> Bool {
        problems.fault = file.refusal.problem(.rejected, feature: nil, id: nil)
        return false
    }

    init(file: ForeignFile) { self.file = file }
}

/// A fence file in the form that the engine uses, and its problems.
public struct LoadedFile: Sendable {
    /// The usable fences; nil when the file as a whole could not be read.
    public var set: FenceSet?
    /// The problems: first those found while reading, in the order of the file, then fences whose
    /// shapes cannot be evaluated.
    public var problems: [FenceProblem]
    /// The ids of features that are not usable fences.
    var invalid: Set<String>

    /// Creates the result for a file that could not be read, with the reason.
    init(unreadable reason: String) {
        self.init(set: nil, problems: [FenceProblem(.rejected, reason)], invalid: [])
    }

    init(set: FenceSet?, problems: [FenceProblem], invalid: Set<String>) {
        self.set = set
        self.problems = problems
        self.invalid = invalid
    }

    /// Returns the fences for the engine.
    ///
    /// - Parameter path: the prefix of the set's problems.
    public func fences(from path: String) -> LoadedFences {
        let rejections = FenceProblem.summary(of: problems).filter { $0.severity == .rejected }.map(
            \.description)
        return LoadedFences(
            set: set, problems: rejections.map { "\(path): \($0)" }, invalid: invalid)
    }
}
