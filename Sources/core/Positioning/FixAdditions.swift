/// The additional data of the sender of a fix.
///
/// A class, so that it takes only one word in a fix; most fixes have no additions.
public final class FixAdditions: Sendable, Hashable {
    /// The maximum number of bytes of `json`.
    public static let maximumBytes = 4096

    /// The text of a JSON object without line breaks, as sent; NaN and infinities become null.
    public let json: String

    /// Creates additions from a text that the caller has checked.
    init(json: String) {
        self.json = json
    }

    /// Whether both have the same text.
    public static func == (left: FixAdditions, right: FixAdditions) -> Bool {
        left.json == right.json
    }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(json)
    }
}
