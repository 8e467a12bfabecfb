internal import Suggestions

/// Columns of text, as wide as their widest cell, two spaces apart.
struct Table {
    /// Which side a column's cells are aligned to.
    enum Alignment {
        /// For words.
        case left
        /// For numbers.
        case right
    }

    private let headers: [String]
    private let alignments: [Alignment]
    private var widths: [Int]
    private var rows: [[String]] = []
    /// Whether the head is among the lines taken already.
    private(set) var isBegun = false

    /// A table with those columns.
    init(_ columns: [(String, Alignment)]) {
        headers = columns.map(\.0)
        alignments = columns.map(\.1)
        widths = headers.map(\.count)
    }

    /// Adds a row; control characters in cells become spaces, so that no name can garble a
    /// terminal.
    mutating func add(_ cells: [String]) {
        precondition(cells.count == headers.count, "a row has a cell for every column")
        rows.append(cells.map(printable))
    }

    /// The lines, or `otherwise` when there is no row.
    func text(otherwise: String, color: Bool = Terminal.hasColor) -> String {
        var table = self
        return rows.isEmpty ? otherwise + "\n" : table.takeText(color: color)
    }

    /// The lines of the rows added since the last call, below the head at first. From piece to
    /// piece columns only grow wider.
    mutating func takeText(color: Bool = Terminal.hasColor) -> String {
        for row in rows {
            for (column, cell) in row.enumerated() {
                widths[column] = max(widths[column], cell.count)
            }
        }
        var text = ""
        if !isBegun, !rows.isEmpty {
            let head = line(headers)
            text = (color ? "\u{1B}[1m\(head)\u{1B}[0m" : head) + "\n"
            isBegun = true
        }
        for row in rows { text += line(row) + "\n" }
        rows = []
        return text
    }

    private func line(_ cells: [String]) -> String {
        var text = ""
        for (column, cell) in cells.enumerated() {
            let space = String(repeating: " ", count: widths[column] - cell.count)
            switch alignments[column] {
            case .left: text += cell + space
            case .right: text += space + cell
            }
            text += "  "
        }
        while text.last == " " { text.removeLast() }
        return text
    }
}

/// Names and values one below the other.
struct Listing {
    private var entries: [(String, String)] = []

    /// Adds an entry; nil adds nothing.
    mutating func add(_ name: String, _ value: String?) {
        if let value { entries.append((name, printable(value))) }
    }

    /// The lines.
    var text: String {
        let width = entries.map(\.0.count).max() ?? 0
        return entries.map { name, value in
            name + ":" + String(repeating: " ", count: width - name.count + 2) + value + "\n"
        }.joined()
    }
}

/// Text without control characters.
func printable(_ text: String) -> String {
    text.withoutControls()
}
