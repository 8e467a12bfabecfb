/// The name of a fence set: the path of its file, or the word a client gave it.
public struct FenceSetName: Sendable, Hashable, Comparable {
    /// The path or word.
    public var text: String

    /// The set of that path or word.
    public init(_ text: String) {
        self.text = text
    }

    /// Orders by text.
    public static func < (left: FenceSetName, right: FenceSetName) -> Bool {
        left.text < right.text
    }
}
