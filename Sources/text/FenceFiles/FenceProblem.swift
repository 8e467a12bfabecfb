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
