internal import ControlProtocol
internal import JSONText

extension FileText {
    /// Passes the lines of a file in order, in batches; the last line may have no end, and empty
    /// lines are left out. Throws `noInput` or `noPermission` with the reason.
    static func lines(of path: String, _ take: ([NumberedLine]) throws -> Void) throws {
        var splitter = LineSplitter(limit: Limits.line_bytes)
        var lines: [NumberedLine] = []
        try pieces(of: path) { piece in
            lines = []
            splitter.push(piece.span) { lines.append(NumberedLine(number: $1, item: $0)) }
            try take(lines)
        }
        lines = []
        splitter.finish { lines.append(NumberedLine(number: $1, item: $0)) }
        try take(lines)
    }
}
