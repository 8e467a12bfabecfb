/// One thing that is wrong with a fence file.
public struct FenceProblem: Sendable, Hashable, Codable, CustomStringConvertible {
    /// What the problem means for the feature.
    public enum Severity: String, Sendable, Hashable, CaseIterable, Codable {
        /// Worth knowing; the feature is a fence as good as any.
        case noted
        /// The feature is a fence, but probably not the one that was meant.
        case warned
        /// A feature is no fence, or nothing of the file is used.
        case rejected
    }

    /// What it means for the feature.
    public var severity: Severity
    /// The feature's position in the file, from 0; nil for the file as a whole, and where the reason
    /// names the fence.
    public var feature: Int?
    /// The feature's id, as far as it is known.
    public var id: String?
    /// Where in the geometry, or nil for all of it.
    public var vertex: VertexPlace?
    /// What is wrong, as the end of a sentence that begins with the place.
    public var reason: String
    /// What to do about it.
    public var hint: String?

    /// A problem that is not bound to a feature yet.
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

    /// `feature 3 (quarry): polygon 0, ring 0, vertex 17: REASON; HINT`.
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
