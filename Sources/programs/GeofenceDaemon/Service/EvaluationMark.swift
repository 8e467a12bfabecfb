import SystemServices

/// Which monitor's message expression is being evaluated, in a small file that outlives the daemon.
///
/// The steps bound an evaluation, but a fault in a function would still end the daemon, and the restored
/// monitor would evaluate the same expression at the next fix, again and again. When the daemon has ended
/// within evaluations of one monitor twice in a row, that monitor does not start. The file is in the runtime
/// directory, which is in memory: writing it blocks no loop, and a reboot removes it.
@Loop
final class EvaluationMark {
    /// The number of such ends after which the monitor does not start.
    private static let endsMaximum = 2
    /// The maximum bytes of the file: a count and the name of a monitor.
    private static let maximum = 4096

    private let path: String
    /// The monitor within whose evaluation the daemon has ended last, and how many times in a row.
    private var last: (monitor: String, ends: Int)?

    /// Reads the file in the runtime directory, which is empty or missing where no evaluation was cut.
    init(in directory: String) {
        path = directory + "/evaluating"
        let words = TextFile.read(path, limit: Self.maximum)?.split(separator: " ", maxSplits: 1)
        if let words, words.count == 2, let ends = Int(words[0]) { last = (String(words[1]), ends) }
    }

    /// The monitor that must not start.
    var distrusted: String? {
        last.flatMap { $0.ends >= Self.endsMaximum ? $0.monitor : nil }
    }

    /// Calls `evaluate` for the expression of a monitor, with the file naming it meanwhile. A file that cannot
    /// be written names no monitor at the next start.
    func evaluating<Result>(_ monitor: String, _ evaluate: () -> Result) -> Result {
        let ends = last?.monitor == monitor ? last?.ends ?? 0 : 0
        try? TextFile.write("\(ends + 1) \(monitor)", to: path)
        let result = evaluate()
        if last?.monitor == monitor { last = nil }
        try? TextFile.write(last.map { "\($0.ends) \($0.monitor)" } ?? "", to: path)
        return result
    }
}
