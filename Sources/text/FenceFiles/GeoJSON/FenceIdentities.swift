import Suggestions

/// Assigns unique ids to the fences of a file.
struct FenceIdentities {
    /// The maximum size of an id in bytes, so that it fits into tables, journal fields and topics.
    static let maximumIDBytes = 256

    private var taken = TakenIDs()
    /// Whether the last id is derived from the position of its feature.
    private(set) var isPlaceholder = false

    /// Returns the id of a feature: its own id, its name, or one derived from its position.
    ///
    /// - Throws: `Refusal` when its own id is invalid or in use. A name in use is not an error,
    ///   because several places may have the same name.
    mutating func id(
        own: String?, name: String?, feature: Int
    ) throws(Refusal) -> String {
        isPlaceholder = false
        if let own {
            guard Self.isValidID(own) else {
                throw Refusal(
                    "the id must be 1 to \(Self.maximumIDBytes) bytes of text without control "
                        + "characters")
            }
            guard let earlier = taken.insert(own) else { return own }
            throw Refusal(
                Array(earlier.utf8) == Array(own.utf8)
                    ? "the id \"\(own)\" is already used by an earlier feature"
                    : "the id \"\(own)\" equals that of an earlier feature in another "
                        + "Unicode form",
                hint: "give each feature a unique id")
        }
        if let name, Self.isValidID(name), taken.insert(name) == nil { return name }
        isPlaceholder = true
        let fallback = "feature-\(feature)"
        guard taken.insert(fallback) == nil else {
            throw Refusal(
                "its fallback id \"\(fallback)\" is already used by an earlier feature",
                hint: "give the feature an id")
        }
        return fallback
    }

    /// Whether a text can be an id.
    private static func isValidID(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= maximumIDBytes && !text.hasControls
    }
}
