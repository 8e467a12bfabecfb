import CTOML

/// Parses TOML 1.0 into a tree of values with their positions.
package enum TOMLDocument {
    /// A reason why a text is not valid TOML, with its position.
    package struct Fault: Error {
        package var place: TOMLValue.Place
        package var reason: String
    }

    /// Returns the members of the root table, or the first fault, which ends the parsing.
    ///
    /// - Parameter maximumBytes: the maximum size of the text; a larger text is a fault.
    package static func parse(
        _ text: String, maximumBytes: Int
    ) -> Result<[TOMLValue.Member], Fault> {
        guard text.utf8.count <= maximumBytes else {
            let reason = "has \(text.utf8.count) bytes, more than the \(maximumBytes) allowed"
            return .failure(Fault(place: .init(line: 1, column: 1), reason: reason))
        }
        var text = text
        return text.withUTF8 { unsafe parse($0) }
    }

    private static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Result<[TOMLValue.Member], Fault> {
        if let fault = unsafe TOMLPrecheck.fault(in: bytes) { return .failure(fault) }
        let document = unsafe bytes.withMemoryRebound(to: CChar.self) {
            unsafe ctoml_parse($0.baseAddress, $0.count)
        }
        defer { unsafe ctoml_free(document) }
        if let error = unsafe ctoml_error(document) {
            return .failure(unsafe Fault(error.pointee))
        }
        var walk = unsafe TOMLWalk(document)
        return unsafe .success(walk.members())
    }
}

/// Rebuilds the tree from the flat sequence of entries. The nesting limits of the parser bound the
/// recursion.
@unsafe private struct TOMLWalk {
    private let document: OpaquePointer?
    private let count: Int
    private var index = 0

    init(_ document: OpaquePointer?) {
        unsafe self.document = unsafe document
        unsafe count = unsafe ctoml_count(document)
    }

    /// Reads the members up to the end of the table.
    mutating func members() -> [TOMLValue.Member] {
        var members: [TOMLValue.Member] = []
        while let entry = unsafe next() {
            unsafe members.append(.init(key: entry.name, value: value(of: entry)))
        }
        // toml++ sorts by name, but problems are reported in the order of the file.
        return members.sorted { $0.value.place < $1.value.place }
    }

    private mutating func elements() -> [TOMLValue] {
        var elements: [TOMLValue] = []
        while let entry = unsafe next() { elements.append(unsafe value(of: entry)) }
        return elements
    }

    /// Returns the next entry; nil at the end of the table, array or document.
    private mutating func next() -> ctoml_entry? {
        guard unsafe index < count, let entry = unsafe ctoml_at(document, index) else { return nil }
        unsafe index += 1
        return unsafe entry.pointee.kind == CTOML_END ? nil : entry.pointee
    }

    private mutating func value(of entry: ctoml_entry) -> TOMLValue {
        let content: TOMLValue.Content =
            switch unsafe entry.kind {
            case CTOML_TABLE: unsafe .table(members())
            case CTOML_ARRAY: unsafe .array(elements())
            case CTOML_STRING: unsafe .text(entry.value)
            case CTOML_INTEGER: unsafe .integer(entry.integer)
            case CTOML_FLOAT: unsafe .number(entry.number)
            case CTOML_BOOLEAN: unsafe .flag(entry.integer != 0)
            default: .dateOrTime
            }
        return unsafe TOMLValue(place: entry.place, content: content)
    }
}

extension TOMLDocument.Fault {
    fileprivate init(_ error: ctoml_entry) {
        let prefix = "Error while "
        let text = unsafe error.value
        unsafe place = error.place
        reason = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    }
}

extension ctoml_entry {
    fileprivate var place: TOMLValue.Place {
        unsafe TOMLValue.Place(line: Int(line), column: Int(column))
    }

    fileprivate var name: String {
        unsafe string(key, key_length)
    }

    fileprivate var value: String {
        unsafe string(text, text_length)
    }
}

private func string(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: length)
    return unsafe String(decoding: bytes, as: UTF8.self)
}

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
