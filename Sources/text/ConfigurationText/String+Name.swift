import Suggestions

extension String {
    /// The maximum size of a name in bytes, so that it fits into tables, journal fields and topics.
    package static let maximumNameBytes = 128

    /// Whether the string is a valid name: 1 to 128 bytes without control characters.
    package var isName: Bool { !hasControls && !isEmpty && utf8.count <= Self.maximumNameBytes }
}
