/// The name of a fence set: the path of its file, or the word a client gave it.
public struct FenceSetName: Sendable, Hashable, Comparable {
    /// The path or word.
    public var text: String

    /// The set of that path or word.
    public init(_ text: String) {
        self.text = text
    }

    /// The set without a file: all its fences are added at run time.
    public static let runTime = FenceSetName("run-time")

    /// Orders by text.
    public static func < (left: FenceSetName, right: FenceSetName) -> Bool {
        left.text < right.text
    }
}
