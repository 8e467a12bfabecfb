internal import ControlProtocol
internal import Suggestions

/// A text with which a developer can find a fault without access to the machine.
struct BugReport {
    /// A part with a heading.
    struct Section {
        /// The heading, without text of the user.
        var title: String
        /// Values of the product, one on each line.
        var values: [JSONValue] = []
        /// Output of the system, without text of the user.
        var output = ""
    }

    /// The sections in their order.
    var sections: [Section]
    /// The rules for secrets.
    var redaction = Redaction()
    /// Whether positions and the words of the user are shown.
    var hasPositions = false

    /// The report as Markdown, without secrets, and without positions unless they are wanted.
    var text: String {
        var values = sections.map { $0.values.map(redaction.value) }
        if !hasPositions {
            var filter = PositionFilter()
            // The first pass finds the names, which sentences before them may contain, too.
            for value in values.joined() { _ = filter.value(value) }
            values = values.map { $0.compactMap { filter.value($0) } }
        }
        let bodies = zip(sections, values).map { section, values in
            let lines = values.map { String(decoding: Wire.line($0), as: UTF8.self) }
            let body = (lines + [redaction.text(section.output)]).joined(separator: "\n")
                .replacing(/\n+$/, with: "")
            // Four tildes: texts contain backticks, and command output may contain three of either.
            return "\n## \(section.title)\n\n~~~~\n\(body.isEmpty ? "(none)" : body)\n~~~~\n"
        }
        return ("# geofenced bug report\n\n\(head)" + bodies.joined())
            .escapingControls(except: ["\n", "\t"])
    }

    private var head: String {
        let secrets = "Secrets and commands are replaced by \(Redaction.mark).\n"
        guard !hasPositions else { return secrets + "Positions are as they are.\n" }
        return secrets + """
            Positions are left out (--with-positions shows them): only values of known keys remain. Names of \
            the user are numbered, the same name everywhere with the same number. Of sentences, numbers \
            without a unit, quoted texts, paths and addresses are replaced by \(PositionFilter.mark).

            """
    }
}
