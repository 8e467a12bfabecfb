/// A name in a filter that no monitor or fence has now. Stored events may still have it, and one
/// with that name may be added later.
public struct UnknownName: Sendable, Hashable, Codable {
    /// The kind of the name: `monitor` or `fence`.
    public var kind: String
    /// The name as in the request.
    public var name: String
    /// The name that was probably meant.
    public var suggestion: String?

    /// Creates an unknown name of that kind.
    public init(kind: String, name: String, suggestion: String? = nil) {
        self.kind = kind
        self.name = name
        self.suggestion = suggestion
    }
}
