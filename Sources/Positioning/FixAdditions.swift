/// The additional data of the sender of a fix.
///
/// A class, so that it takes one word of a fix; most fixes have none.
public final class FixAdditions: Sendable, Hashable {
    /// Bytes of `json` at most.
    public static let maximumBytes = 4096

    /// The text of a JSON object without line breaks, as it was sent; NaN and infinities are null.
    public let json: String

    /// Additions with that text, which the caller has checked.
    init(json: String) {
        self.json = json
    }

    /// Whether both have the same text.
    public static func == (left: FixAdditions, right: FixAdditions) -> Bool {
        left.json == right.json
    }

    /// By the text.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(json)
    }
}
