import ControlProtocol
import Fixes

/// What the engine did with the fixes of one request.
struct PushVerdict {
    /// Fixes that were handed to the engine.
    var fixes = 0
    private var evaluated = 0
    private var completed = 0
    private var refused: [FixRefusal: Int] = [:]

    /// Nothing yet.
    init() {}

    /// All of a history that was evaluated by itself.
    init(fixes: Int, _ health: FeedHealth) {
        self.fixes = fixes
        count(from: FeedHealth(), to: health)
    }

    /// Counts what became of the fixes between two states of the source.
    mutating func count(from before: FeedHealth, to after: FeedHealth) {
        evaluated += max(0, after.accepted - before.accepted)
        completed += max(0, after.completed - before.completed)
        for (reason, count) in after.refused {
            let more = count - before.refused[reason, default: 0]
            if more > 0 { refused[reason, default: 0] += more }
        }
    }

    /// Puts it into an answer. Fixes of before that were let go by these are none of them.
    func tell(in pushed: inout SourcePushed) {
        let rest = fixes - refused.values.reduce(0, +) - completed
        pushed.evaluated = max(0, min(evaluated, rest))
        pushed.completed = completed > 0 ? completed : nil
        let waiting = rest - evaluated
        pushed.waiting = waiting > 0 ? waiting : nil
        let reasons = refused.sorted { $0.key.rawValue < $1.key.rawValue }
        pushed.refused =
            reasons.isEmpty
            ? nil
            : reasons.map { reason, count in
                .init(reason: reason.rawValue, count: count, message: reason.words)
            }
    }
}
