internal import SystemServices

/// The bytes of a source as lines, split at LF and CR, without empty lines. Bytes without a line
/// end become a line after a second, so that binary data is shown too.
struct RawLines {
    private var waiting = String.UnicodeScalarView()
    /// The time at which the waiting bytes become a line.
    private(set) var due = Deadline.never

    /// Adds a piece and returns the lines that it completes.
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

    /// Removes and returns the bytes without a line end; nil without any.
    mutating func takeRest() -> String? {
        guard !waiting.isEmpty else { return nil }
        defer {
            waiting = String.UnicodeScalarView()
            due = .never
        }
        return String(waiting)
    }

    /// Seconds that a line may take to arrive: at 1200 baud a sentence takes 0.7.
    private static let patience_s = 1.0
}
