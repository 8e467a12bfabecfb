internal import ControlProtocol

/// One text for whoever is to find a fault from afar.
struct BugReport {
    /// What a part holds.
    enum Content {
        /// Text as it is.
        case text(String)
        /// TOML as it is.
        case configuration(String)
        /// One JSON value a line.
        case lines([JSONValue])
    }

    /// A part with a heading.
    struct Section {
        /// The heading.
        var title: String
        /// What is below.
        var content: Content

        /// A part of text.
        static func text(_ title: String, _ text: String) -> Section {
            Section(title: title, content: .text(text))
        }

        /// A part of TOML.
        static func configuration(_ title: String, _ text: String) -> Section {
            Section(title: title, content: .configuration(text))
        }

        /// A part of JSON values.
        static func lines(_ title: String, _ values: [JSONValue]) -> Section {
            Section(title: title, content: .lines(values))
        }
    }

    /// The parts in their order.
    var sections: [Section]
    /// How coordinates are moved; nil leaves them.
    var shift: CoordinateShift?

    /// The report as Markdown, without secrets, with coordinates moved if so wished.
    var text: String {
        let place =
            shift == nil
            ? "Coordinates are as they are; --shift-coordinates moves them."
            : "All coordinates are shifted by one secret offset; comments of the configuration are"
                + " left out."
        let head = "# geofenced bug report\n\nSecrets are replaced by \(Redaction.mark). \(place)\n"
        return head + sections.map(render).joined()
    }

    private func render(_ section: Section) -> String {
        var body: String
        switch section.content {
        case .text(let text):
            body = clean(text)
        case .configuration(let text):
            body = clean(shift == nil ? text : CoordinateShift.withoutComments(text))
        case .lines(let values):
            body = values.map { String(decoding: Wire.line(clean($0)), as: UTF8.self) }
                .joined(separator: "\n")
        }
        while body.last?.isNewline == true { body.removeLast() }
        if body.isEmpty { body = "(none)" }
        // Four tildes: texts hold backticks, and command output three of either.
        return "\n## \(section.title)\n\n~~~~\n\(body)\n~~~~\n"
    }

    private func clean(_ text: String) -> String {
        let redacted = Redaction.text(text)
        return shift?.text(redacted) ?? redacted
    }

    private func clean(_ value: JSONValue) -> JSONValue {
        let redacted = Redaction.value(value)
        return shift?.value(redacted) ?? redacted
    }
}
