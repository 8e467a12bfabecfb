extension String {
    /// The maximum size of a name in bytes; it has to fit into tables, journal fields and topics.
    package static let maximumNameBytes = 128

    /// Whether the string is a valid name.
    package var isName: Bool {
        let isPrintable = unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        return isPrintable && !isEmpty && utf8.count <= Self.maximumNameBytes
    }
}
