/// Detects an unquoted string, the most common mistake in a configuration.
package enum BareText {
    /// Returns the message for a fault caused by an unquoted string; nil for other faults.
    package static func sentence(of fault: TOMLDocument.Fault, in text: String) -> String? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.indices.contains(fault.place.line - 1) else { return nil }
        let line = lines[fault.place.line - 1]
        guard let equals = line.firstIndex(of: "=") else { return nil }
        let key = trimmed(line[..<equals])
        let value = trimmed(line[line.index(after: equals)...].prefix { $0 != "#" })
        guard let first = value.first, first.isLetter || "/~.*".contains(first),
            !key.contains("\""), !value.contains("\"")
        else { return nil }
        return "\(value) is text and needs quotation marks: \(key) = \"\(value)\""
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
