/// Why a part of a feature cannot be used; the rest of the file is not affected.
struct Refusal: Error {
    var reason: String
    var hint: String?
    var vertex: VertexPlace?
    /// The offset in the window of the text, where it helps to find the problem.
    var offset: Int?

    init(
        _ reason: String, hint: String? = nil, vertex: VertexPlace? = nil, offset: Int? = nil
    ) {
        self.reason = reason
        self.hint = hint
        self.vertex = vertex
        self.offset = offset
    }

    /// The refusal as a problem of a feature.
    func problem(
        _ severity: FenceProblem.Severity, feature: Int?, id: String?
    ) -> FenceProblem {
        FenceProblem(severity, feature: feature, id: id, vertex: vertex, reason, hint: hint)
    }
}
