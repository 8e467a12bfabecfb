internal import SystemServices

/// The progress of long work on the last line of a terminal; nothing on other outputs.
final class ProgressLine {
    private let total: Int64?
    private var done: Int64 = 0
    private var lastShown: Int64 = 0
    private var isShown = false

    /// Creates a line for work of `total` bytes; nil shows nothing.
    init(total: Int64?) {
        self.total = Terminal.isErrorTerminal ? total : nil
    }

    /// Adds completed work.
    func add(_ bytes: Int) {
        guard let total, total > 0 else { return }
        done += Int64(bytes)
        let now = Clocks.monotonicNanoseconds()
        guard now - lastShown >= ProgressLine.interval_ns else { return }
        lastShown = now
        isShown = true
        let filled = Int(min(done, total) * Int64(ProgressLine.width) / total)
        let bar =
            String(repeating: "#", count: filled)
            + String(repeating: ".", count: ProgressLine.width - filled)
        Console.draw("\r[\(bar)] \(min(done, total) * 100 / total) %")
    }

    /// Clears the line for other text.
    func clear() {
        guard isShown else { return }
        isShown = false
        Console.draw("\r\u{1B}[K")
    }

    /// Nanoseconds between two updates: ten a second look smooth.
    private static let interval_ns: Int64 = 100_000_000
    /// Characters of the bar, which fits on an 80-column terminal.
    private static let width = 50
}
