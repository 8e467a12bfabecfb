internal import ArgumentParser
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

/// The order of a list of fences.
enum FenceOrder: String, CaseIterable, ExpressibleByArgument {
    /// The order of the daemon: by monitor, then by id.
    case id
    /// The nearest first. Fences that are inside come before all others.
    case distance

    /// The number of fences that `--near` lists: they fit a screen.
    static let nearCount = 20
}

/// The fences of a list whose order differs from that of the pages.
struct GatheredFences {
    let order: FenceOrder
    /// Whether only the nearest fences are listed.
    let nearestOnly: Bool
    private var fences: [FenceState] = []

    init(order: FenceOrder, nearestOnly: Bool) {
        self.order = order
        self.nearestOnly = nearestOnly
    }

    /// Whether all pages are needed before the first fence can be printed.
    var isNeeded: Bool { nearestOnly || order == .distance }

    /// Adds a page. With `nearestOnly` only the nearest fences are retained.
    mutating func add(_ page: [FenceState]) {
        fences += page
        if nearestOnly { fences = Array(Self.nearest(fences).prefix(FenceOrder.nearCount)) }
    }

    /// Returns the list. Throws `checkFailed` when only the nearest fences are wanted and no
    /// distance is known.
    func result() throws -> [FenceState] {
        if nearestOnly, !fences.isEmpty, fences.allSatisfy({ $0.distance_m == nil }) {
            throw CommandFailure(
                .checkFailed, "There has been no fix, so that no distance is known.",
                hint: "Wait for one with: geofencectl wait --fix.")
        }
        switch order {
        case .distance: return Self.nearest(fences)
        case .id: return fences.sorted { ($0.monitor ?? "", $0.id) < ($1.monitor ?? "", $1.id) }
        }
    }

    private static func nearest(_ fences: [FenceState]) -> [FenceState] {
        fences.sorted {
            ($0.distance_m ?? .infinity, $0.id, $0.monitor ?? "")
                < ($1.distance_m ?? .infinity, $1.id, $1.monitor ?? "")
        }
    }
}
