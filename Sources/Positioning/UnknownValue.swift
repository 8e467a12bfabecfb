/// What a program wrote for a number that it does not know, NaN or an infinity, where it first did.
/// The value is unknown; the rest of its line counts.
public struct UnknownValue: Hashable, Sendable {
    /// The line of the recording or connection, from 1, empty ones and comments included.
    public let line: Int
    /// The key.
    public let key: String
    /// What stands there.
    public let text: String
}
