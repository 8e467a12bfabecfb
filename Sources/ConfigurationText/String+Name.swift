import Suggestions

extension String {
    /// The maximum size of a name in bytes; it has to fit into tables, journal fields and topics.
    package static let maximumNameBytes = 128

    /// Whether the string is a valid name.
    package var isName: Bool { !hasControls && !isEmpty && utf8.count <= Self.maximumNameBytes }
}
