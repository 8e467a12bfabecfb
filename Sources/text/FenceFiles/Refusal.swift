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
