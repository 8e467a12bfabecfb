/// A name in a filter of which there is no such thing now. Stored events may still have it, and it
/// may come into being later.
public struct UnknownName: Sendable, Hashable, Codable {
    /// What was looked for: `monitor` or `fence`.
    public var kind: String
    /// The name as it was given.
    public var name: String
    /// The name that was probably meant.
    public var suggestion: String?

    /// A name of that kind.
    public init(kind: String, name: String, suggestion: String? = nil) {
        self.kind = kind
        self.name = name
        self.suggestion = suggestion
    }
}
