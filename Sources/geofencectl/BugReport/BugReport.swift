internal import ControlProtocol

/// One text from which a developer can find a fault without access to the machine.
struct BugReport {
    /// The content of a section.
    enum Content {
        /// Sentences of this program.
        case text(String)
        /// Output of the system, without text of the user.
        case system(String)
        /// Unchanged TOML.
        case configuration(String)
        /// One JSON value a line.
        case lines([JSONValue])
    }

    /// A part with a heading.
    struct Section {
        /// The heading.
        var title: String
        /// The text below the heading.
        var content: Content

        /// A part of text.
        static func text(_ title: String, _ text: String) -> Section {
            Section(title: title, content: .text(text))
        }

        /// A part of text of the system.
        static func system(_ title: String, _ text: String) -> Section {
            Section(title: title, content: .system(text))
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
    /// The rules for secrets.
    var redaction = Redaction()
    /// How coordinates are moved; nil leaves them.
    var shift: CoordinateShift?

    /// The report as Markdown, without secrets, with places hidden if so wished.
    var text: String {
        let anonymizer = shift.map(Anonymizer.init)
        // Records and the configuration first: they contain the words of the user to replace in
        // sentences.
        let bodies = sections.map { structured($0.content, anonymizer) }
        let rendered = zip(sections, bodies).map { section, body in
            let title = anonymizer?.sentence(section.title) ?? section.title
            return Self.framed(title, body ?? sentences(section.content, anonymizer))
        }
        return "# geofenced bug report\n\n\(head)" + rendered.joined()
    }

    private var head: String {
        let arguments = redaction.keepsArguments ? "" : ", arguments of programs are cut"
        let secrets = "Secrets are replaced by \(Redaction.mark)\(arguments).\n"
        guard shift != nil else {
            return secrets + "Coordinates are as they are; --shift-coordinates hides places.\n"
        }
        return secrets + Self.hidden
    }

    /// What is done with each form in which a report may reveal a position.
    private static let hidden = """
        Places are hidden (--shift-coordinates):
        - moved by one secret offset: latitudes and longitudes in degrees of the status, fixes and \
        events, `building` of the configuration, and in sentences lat=…, lon=…, [lon, lat] and pairs \
        of numbers with three decimals;
        - left out: properties, names and messages of events, comments of the configuration, and what \
        other programs wrote into the journal;
        - replaced, by the same word everywhere: ids, names of sources and monitors, visits, paths, \
        hosts, and whatever stands in quotes;
        - taken out as \(CoordinateShift.removed): values under unknown keys, NMEA sentences, degrees \
        with a sign or a direction (52.52° N), UTM and MGRS, plus codes, words of letters and digits \
        as geohashes are, URLs, decimals without a unit, and numbers of six digits and more.
        Times, speeds, distances, altitudes and shapes stay: a known track can be recognised by them.

        """

    /// The body of a part that is made of named values; nil for one of text.
    private func structured(_ content: Content, _ anonymizer: Anonymizer?) -> String? {
        switch content {
        case .text, .system: nil
        case .configuration(let text):
            anonymizer?.configuration(redaction.text(text)) ?? redaction.text(text)
        case .lines(let values):
            values.map { value in
                let redacted = redaction.value(value)
                return String(
                    decoding: Wire.line(anonymizer?.value(redacted) ?? redacted), as: UTF8.self)
            }.joined(separator: "\n")
        }
    }

    private func sentences(_ content: Content, _ anonymizer: Anonymizer?) -> String {
        switch content {
        case .text(let text):
            anonymizer?.sentence(redaction.text(text)) ?? redaction.text(text)
        case .system(let text): redaction.text(text)
        case .configuration, .lines: ""
        }
    }

    private static func framed(_ title: String, _ body: String) -> String {
        var body = body
        while body.last?.isNewline == true { body.removeLast() }
        if body.isEmpty { body = "(none)" }
        // Four tildes: texts hold backticks, and command output three of either.
        return "\n## \(title)\n\n~~~~\n\(body)\n~~~~\n"
    }
}
