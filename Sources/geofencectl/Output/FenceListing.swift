internal import ControlProtocol

/// Prints a list of fences page by page: as one table, one JSON document, or a record a line.
struct FenceListing {
    private let output: OutputOptions
    private var table = FenceTable.empty
    /// The fences of a document that a person reads, which is set out as a whole.
    private var gathered: [FenceState] = []
    private var isEmpty = true

    /// An empty list in the format asked for.
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
