/// A problem of a fence file.
public struct FenceProblem: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The effect of the problem.
    public enum Severity: String, Sendable, Hashable, CaseIterable, Codable {
        /// A note; the fence is used.
        case noted
        /// The fence is used, but probably differs from the intended one.
        case warned
        /// The feature is not used as a fence, or the whole file is not used.
        case rejected
    }

    /// The effect of the problem.
    public var severity: Severity
    /// The number of the feature in the file, from 0; nil for the file as a whole, and when the
    /// reason names the fence.
    public var feature: Int?
    /// The id of the feature; nil when it is unknown.
    public var id: String?
    /// The vertex; nil for the whole geometry.
    public var vertex: VertexPlace?
    /// The problem, as a predicate of the place.
    public var reason: String
    /// The remedy; nil when there is none to suggest.
    public var hint: String?

    /// Creates a problem, which may not be assigned to a feature yet.
    public init(
        _ severity: Severity, feature: Int? = nil, id: String? = nil, vertex: VertexPlace? = nil,
        _ reason: String, hint: String? = nil
    ) {
        self.severity = severity
        self.feature = feature
        self.id = id
        self.vertex = vertex
        self.reason = reason
        self.hint = hint
    }

    /// `feature 3 (quarry): part 0, ring 0, vertex 17: REASON; HINT`.
    public var description: String {
        var text = ""
        if let feature { text += "feature \(feature)" }
        if let id { text += " (\(id))" }
        if let vertex { text += ": \(vertex)" }
        text += text.isEmpty ? reason : ": " + reason
        if let hint { text += "; " + hint }
        return text
    }
}

extension FenceProblem {
    /// The maximum number of similar problems that are listed singly. More of them are merged into
    /// one, with a count and the first features.
    private static let listedSingly = 3
    /// The number of features named in a merged problem.
    private static let namedFeatures = 5

    /// Returns the problems for a message to people: a mistake in many features is listed once.
    public static func summary(of problems: [FenceProblem]) -> [FenceProblem] {
        var features: [Kind: [Int]] = [:]
        for problem in problems {
            guard let feature = problem.feature else { continue }
            let kind = Kind(problem)
            if features[kind, default: []].last != feature {
                features[kind, default: []].append(feature)
            }
        }
        var listed: Set<Kind> = []
        return problems.compactMap { problem in
            let kind = Kind(problem)
            guard problem.feature != nil, let places = features[kind], places.count > listedSingly
            else { return problem }
            guard listed.insert(kind).inserted else { return nil }
            var first = problem
            let named = places.prefix(namedFeatures).map(String.init).joined(separator: ", ")
            let count =
                "\(places.count) features have it: \(named)"
                + (places.count > namedFeatures ? " and others" : "")
            first.hint = problem.hint.map { "\($0) (\(count))" } ?? count
            return first
        }
    }

    /// The common part of problems that differ only in quoted names and numbers.
    private struct Kind: Hashable {
        let severity: Severity
        let words: String

        init(_ problem: FenceProblem) {
            severity = problem.severity
            var words = ""
            var isQuoted = false
            for character in problem.reason {
                if character == "\"" { isQuoted.toggle() }
                if !isQuoted, !character.isNumber { words.append(character) }
            }
            self.words = words
        }
    }
}

/// The problems of a file, with a limit on their number.
struct FenceProblems {
    /// The limit for each severity, so that warnings leave space for rejections. When a file has
    /// more problems, they usually have a single cause.
    static let maximumCount = 1000

    private var noted: [FenceProblem] = []
    private var counts: [FenceProblem.Severity: Int] = [:]
    /// The problem that makes the whole file unusable; always listed.
    var fault: FenceProblem?
    /// The ids of all rejected features, listed or not.
    private(set) var rejectedIDs: Set<String> = []

    mutating func note(_ problem: FenceProblem) {
        if problem.severity == .rejected, let id = problem.id { rejectedIDs.insert(id) }
        let count = counts[problem.severity, default: 0]
        counts[problem.severity] = count + 1
        if count < Self.maximumCount { noted.append(problem) }
    }

    /// The listed problems, then the counts of omitted ones, then the fault.
    var list: [FenceProblem] {
        let rest = FenceProblem.Severity.allCases.compactMap { severity -> FenceProblem? in
            let omitted = counts[severity, default: 0] - Self.maximumCount
            guard omitted > 0 else { return nil }
            return FenceProblem(
                severity, "\(omitted) more problems are not listed", hint: "fix the first ones")
        }
        return noted + rest + (fault.map { [$0] } ?? [])
    }
}

/// The reason why a part of a feature cannot be used. The rest of the file is not affected.
struct Refusal: Error {
    var reason: String
    var hint: String?
    var vertex: VertexPlace?
    /// The offset in the window of the text; nil where it does not help to find the problem.
    var offset: Int?

    init(
        _ reason: String, hint: String? = nil, vertex: VertexPlace? = nil, offset: Int? = nil
    ) {
        self.reason = reason
        self.hint = hint
        self.vertex = vertex
        self.offset = offset
    }

    /// Returns the refusal as a problem of a feature.
    func problem(
        _ severity: FenceProblem.Severity, feature: Int?, id: String?
    ) -> FenceProblem {
        FenceProblem(severity, feature: feature, id: id, vertex: vertex, reason, hint: hint)
    }
}

/// The place of a vertex in the coordinates of a geometry, counted from 0.
public struct VertexPlace: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The part of a multi-part geometry.
    public var part: Int
    /// The ring of a polygon; 0 is the outer ring.
    public var ring: Int
    /// The vertex of the ring or line; nil for the whole ring or line.
    public var vertex: Int?

    /// Creates the place of a vertex or of a whole ring.
    public init(part: Int = 0, ring: Int = 0, vertex: Int? = nil) {
        self.part = part
        self.ring = ring
        self.vertex = vertex
    }

    /// `part 0, ring 1, vertex 17`.
    public var description: String {
        "part \(part), ring \(ring)" + (vertex.map { ", vertex \($0)" } ?? "")
    }
}
