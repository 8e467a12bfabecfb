/// The progress of long work on the last line of a terminal; nothing on other outputs.
final class ProgressLine {
    private let total: Int64?
    private var done: Int64 = 0
    private var lastShown: Int64 = 0
    private var isShown = false

    /// A line for work of so many bytes; nil shows nothing.
    init(total: Int64?) {
        self.total = Terminal.isErrorTerminal ? total : nil
    }

    /// Adds completed work.
    func add(_ bytes: Int) {
        guard let total, total > 0 else { return }
        done += Int64(bytes)
        let now = Clock.monotonic
        guard now - lastShown >= ProgressLine.interval_ns else { return }
        lastShown = now
        isShown = true
        let filled = Int(min(done, total) * Int64(ProgressLine.width) / total)
        let bar =
            String(repeating: "#", count: filled)
            + String(repeating: ".", count: ProgressLine.width - filled)
        Console.complain("\r[\(bar)] \(min(done, total) * 100 / total) %")
    }

    /// Makes room for other text.
    func clear() {
        guard isShown else { return }
        isShown = false
        Console.complain("\r\u{1B}[K")
    }

    /// Nanoseconds between two pictures: as often as the eye cares.
    private static let interval_ns: Int64 = 100_000_000
    /// Characters of the bar, which leave room on an 80-column terminal.
    private static let width = 50
}
