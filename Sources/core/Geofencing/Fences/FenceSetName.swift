/// The name of a fence set: the path of its file, or a word that a client gave it.
public struct FenceSetName: Sendable, Hashable, Comparable {
    /// The path or word.
    public var text: String

    /// Creates the name with that path or word.
    public init(_ text: String) {
        self.text = text
    }

    /// The name of the set without a file, whose fences are all added at run time.
    public static let runTime = FenceSetName("run-time")

    /// Orders names by text.
    public static func < (left: FenceSetName, right: FenceSetName) -> Bool {
        left.text < right.text
    }
}
