internal import Suggestions

/// Columns of text, each as wide as its widest cell, two spaces apart.
struct Table {
    /// The side to which the cells of a column are aligned.
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
    /// Whether `takeText` has returned the head.
    private(set) var isBegun = false

    /// Creates a table with these columns.
    init(_ columns: [(String, Alignment)]) {
        headers = columns.map(\.0)
        alignments = columns.map(\.1)
        widths = headers.map(\.count)
    }

    /// Adds a row. Its cells are escaped.
    mutating func add(_ cells: [String]) {
        precondition(cells.count == headers.count, "a row has a cell for every column")
        rows.append(cells.map(printable))
    }

    /// Returns the lines, or `otherwise` for a table without rows.
    func text(otherwise: String, color: Bool = Terminal.hasColor) -> String {
        var table = self
        return rows.isEmpty ? otherwise + "\n" : table.takeText(color: color)
    }

    /// Returns the lines of the rows added since the last call, at first with the head.
    /// Columns only grow from call to call.
    mutating func takeText(color: Bool = Terminal.hasColor) -> String {
        for row in rows {
            for (column, cell) in row.enumerated() {
                widths[column] = max(widths[column], cell.count)
            }
        }
        var text = ""
        if !isBegun, !rows.isEmpty {
            let head = line(headers)
            text = (color ? Style.bold.text(head) : head) + "\n"
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

/// Names and values, one entry a line.
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

/// Returns the text as one line that cannot mislead: see `escapingControls`.
func printable(_ text: String) -> String { text.escapingControls() }
