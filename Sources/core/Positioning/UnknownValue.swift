/// The first NaN or infinity that a program wrote for an unknown number. The value is unknown; the
/// other values of its line are used.
public struct UnknownValue: Hashable, Sendable {
    /// The line of the recording or connection, from 1. Empty lines and comments count, too.
    public let line: Int
    /// The key of the value.
    public let key: String
    /// The text of the value.
    public let text: String
}
