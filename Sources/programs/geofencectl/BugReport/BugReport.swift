internal import ControlProtocol

/// A text with which a developer can find a fault without access to the machine.
struct BugReport {
    /// The content of a section.
    enum Content {
        /// Sentences of this program.
        case text(String)
        /// Output of the system, without text of the user.
        case system(String)
        /// TOML as in the file, before redaction.
        case configuration(String)
        /// JSON values, one on each line.
        case lines([JSONValue])
    }

    /// A part with a heading.
    struct Section {
        /// The heading.
        var title: String
        /// The text below the heading.
        var content: Content

        /// Creates a section of text.
        static func text(_ title: String, _ text: String) -> Section {
            Section(title: title, content: .text(text))
        }

        /// Creates a section of system output.
        static func system(_ title: String, _ text: String) -> Section {
            Section(title: title, content: .system(text))
        }

        /// Creates a section of TOML.
        static func configuration(_ title: String, _ text: String) -> Section {
            Section(title: title, content: .configuration(text))
        }

        /// Creates a section of JSON values.
        static func lines(_ title: String, _ values: [JSONValue]) -> Section {
            Section(title: title, content: .lines(values))
        }
    }

    /// The sections in their order.
    var sections: [Section]
    /// The rules for secrets.
    var redaction = Redaction()
    /// The offset of coordinates; nil leaves them unchanged.
    var shift: CoordinateShift?

    /// The report as Markdown, without secrets, with positions hidden when `shift` is set.
    var text: String {
        let anonymizer = shift.map(Anonymizer.init)
        // Records and the configuration come first: they contain the words of the user that are
        // replaced in sentences.
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

    /// How the report hides each form in which it may reveal a position.
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

    /// Returns the body of a section of named values; nil for text.
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
        // Four tildes: texts contain backticks, and command output may contain three of either.
        return "\n## \(title)\n\n~~~~\n\(body)\n~~~~\n"
    }
}
