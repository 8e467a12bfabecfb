/// Why a part of a feature cannot be used; it says nothing against the rest of the file.
struct Refusal: Error {
    var reason: String
    var hint: String?
    var vertex: VertexPlace?
    /// Where it stands in the window of the text, where that helps to find it.
    var offset: Int?

    init(
        _ reason: String, hint: String? = nil, vertex: VertexPlace? = nil, offset: Int? = nil
    ) {
        self.reason = reason
        self.hint = hint
        self.vertex = vertex
        self.offset = offset
    }

    /// The same as a problem of a feature.
    func problem(
        _ severity: FenceProblem.Severity, feature: Int?, id: String?
    ) -> FenceProblem {
        FenceProblem(severity, feature: feature, id: id, vertex: vertex, reason, hint: hint)
    }
}
