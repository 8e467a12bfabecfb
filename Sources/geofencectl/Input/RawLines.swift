/// What a source sends, cut into lines at line feeds and carriage returns; empty ones are left out.
/// What has no end after a second is a line, too: one looks at bytes that are none.
struct RawLines {
    private var waiting = String.UnicodeScalarView()
    /// When what waits for its end has waited long enough.
    private(set) var due = Deadline.never

    /// The lines that a piece ends.
    mutating func push(_ piece: String) -> [String] {
        var lines: [String] = []
        for scalar in piece.unicodeScalars {
            switch scalar {
            case "\n", "\r": lines += takeRest().map { [$0] } ?? []
            default:
                if waiting.isEmpty { due = .after(seconds: Self.patience_s) }
                waiting.append(scalar)
            }
        }
        return lines
    }

    /// What waits for its end; nil when nothing does.
    mutating func takeRest() -> String? {
        guard !waiting.isEmpty else { return nil }
        defer {
            waiting = String.UnicodeScalarView()
            due = .never
        }
        return String(waiting)
    }

    /// Seconds that a line may take to come: at 1200 baud a sentence takes 0.7.
    private static let patience_s = 1.0
}
