internal import ControlProtocol

/// The fixes of one request, and the input lines that they come from.
struct FixBatch {
    /// The fixes, in the order of their lines.
    private(set) var fixes: [JSONValue] = []
    private var lines: [Int] = []
    private var bytes = 0

    /// Whether the fixes are a history of an offline device: its requests are filled completely.
    let isHistory: Bool

    /// The most live fixes of one request, so that the daemon serves other clients in between.
    private static let mostFixes = 500
    /// The most bytes of lines in one request: a quarter of its limit, since encoding the fixes
    /// makes them longer.
    private static let mostBytes = Limits.line_bytes / 4
    /// The most bytes of a history: a line without the envelope. The encoded fixes are counted.
    private static let mostHistoryBytes = Limits.line_bytes - 1024

    /// Creates an empty batch.
    init(isHistory: Bool = false) {
        self.isHistory = isHistory
    }

    /// Whether a fix from a line of `byteCount` bytes belongs to the next batch.
    func isFull(before fix: JSONValue, of byteCount: Int) -> Bool {
        if isHistory {
            return fixes.count >= Limits.historyFixes
                || !fixes.isEmpty && bytes + Self.written(fix) > Self.mostHistoryBytes
        }
        return fixes.count >= Self.mostFixes || !fixes.isEmpty && bytes + byteCount > Self.mostBytes
    }

    /// Adds the fix of a line.
    mutating func add(_ fix: JSONValue, line number: Int, of byteCount: Int) {
        fixes.append(fix)
        lines.append(number)
        bytes += isHistory ? Self.written(fix) : byteCount
    }

    /// Returns the bytes of a fix in a request, with its comma.
    private static func written(_ fix: JSONValue) -> Int { Wire.line(fix).count + 1 }

    /// Returns the problem of `fixes[N]` with its input line; nil for a problem of all fixes.
    func problem(_ text: String) -> LineProblem? {
        let prefix = "fixes["
        let parts = text.dropFirst(prefix.count).split(separator: "]: ", maxSplits: 1)
        guard text.hasPrefix(prefix), parts.count == 2, let index = Int(parts[0]),
            lines.indices.contains(index)
        else { return nil }
        return LineProblem(line: lines[index], sentence: "Line \(lines[index]): \(parts[1])")
    }
}
