import TestSupport

/// A manual page of `etc/man`, as text.
struct ManualPage {
    private let text: String

    init(_ name: String) throws {
        text = try DataFolder.package.text("etc/man/" + name).replacing(#"\-"#, with: "-")
    }

    struct Entry {
        var name: String
        /// The text in brackets after the name.
        var kind: String
        var text: String
    }

    /// The tagged paragraphs of a section.
    func entries(of section: String) -> [Entry] {
        let sections = text.split(separator: "\n.SH ")
        guard let body = sections.first(where: { $0.hasPrefix(section + "\n") }) else { return [] }
        return body.split(separator: "\n.TP\n").dropFirst().map { paragraph in
            let lines = paragraph.split(separator: "\n")
            let head = lines[0].replacing(#"\fB"#, with: "").split(separator: #"\fR"#)
            let kind = head.dropFirst().first?.drop { $0 == " " || $0 == "(" } ?? ""
            return Entry(
                name: String(head[0]), kind: String(kind),
                text: lines.dropFirst().joined(separator: " "))
        }
    }
}
