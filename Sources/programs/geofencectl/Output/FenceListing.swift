internal import ControlProtocol

/// Prints a list of fences page by page: one table, one JSON document, or JSON lines.
struct FenceListing {
    private let output: OutputOptions
    private var table = FenceTable.empty
    /// The fences of a JSON document on a terminal, which is indented as a whole.
    private var gathered: [FenceState] = []
    private var isEmpty = true

    /// Creates an empty list in the selected format.
    init(_ output: OutputOptions) {
        self.output = output
    }

    /// Prints a page.
    mutating func add(_ fences: [FenceState]) {
        switch output.output {
        case .table:
            FenceTable.add(fences, to: &table, units: output.units)
            Console.write(table.takeText())
        case .json where Terminal.isOutputTerminal:
            gathered += fences
        case .json:
            let buffer = OutputBuffer()
            for fence in fences {
                buffer.add(isEmpty ? #"{"fences":["# : ",")
                buffer.add(String(decoding: Wire.line(fence), as: UTF8.self))
                isEmpty = false
            }
            buffer.flush()
        case .jsonl:
            let buffer = OutputBuffer()
            for fence in fences { buffer.add(line: Wire.line(fence)) }
            buffer.flush()
        }
    }

    /// Prints the end of the list after the last page.
    func end() {
        switch output.output {
        case .table: if !table.isBegun { Console.write(FenceTable.none + "\n") }
        case .json where isEmpty: Console.writeJSON(FenceList(fences: gathered))
        case .json: Console.write("]}\n")
        case .jsonl: break
        }
    }
}
