/// The first NaN or infinity that a program wrote for an unknown number. The value is unknown; the
/// rest of its line counts.
public struct UnknownValue: Hashable, Sendable {
    /// The line of the recording or connection, from 1, empty ones and comments included.
    public let line: Int
    /// The key.
    public let key: String
    /// Its text.
    public let text: String
}
