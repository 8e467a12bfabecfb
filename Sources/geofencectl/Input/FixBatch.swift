internal import ControlProtocol

/// Fixes that go to the daemon together, and the lines they come from.
struct FixBatch {
    /// The fixes, in the order of their lines.
    private(set) var fixes: [JSONValue] = []
    private var lines: [Int] = []
    private var bytes = 0

    /// Fixes of one request: the daemon serves others in between.
    private static let mostFixes = 500
    /// Bytes of lines in one request: a quarter of what it holds, since it is written anew.
    private static let mostBytes = Limits.line_bytes / 4

    /// Whether a line of so many bytes is to go with the next batch.
    func isFull(before byteCount: Int) -> Bool {
        fixes.count >= Self.mostFixes || !fixes.isEmpty && bytes + byteCount > Self.mostBytes
    }

    /// Adds the fix of a line.
    mutating func add(_ fix: JSONValue, line number: Int, of byteCount: Int) {
        fixes.append(fix)
        lines.append(number)
        bytes += byteCount
    }

    /// What the daemon says of `fixes[N]`, said of the line it stands on; nil for what it says of
    /// all.
    func problem(_ text: String) -> LineProblem? {
        let prefix = "fixes["
        let parts = text.dropFirst(prefix.count).split(separator: "]: ", maxSplits: 1)
        guard text.hasPrefix(prefix), parts.count == 2, let index = Int(parts[0]),
            lines.indices.contains(index)
        else { return nil }
        return LineProblem(line: lines[index], sentence: "Line \(lines[index]): \(parts[1])")
    }
}
