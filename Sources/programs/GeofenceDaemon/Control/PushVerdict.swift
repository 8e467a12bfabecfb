import ControlProtocol
import Fixes

/// What the engine did with the fixes of one request.
struct PushVerdict {
    /// The number of fixes that were passed to the engine.
    var fixes = 0
    private var evaluated = 0
    private var completed = 0
    private var refused: [FixRefusal: Int] = [:]

    /// Creates counts of 0.
    init() {}

    /// Creates the counts of a history, which was evaluated by an engine of its own between two states
    /// of the source.
    init(fixes: Int, from before: FeedHealth, to after: FeedHealth) {
        self.fixes = fixes
        count(from: before, to: after)
    }

    /// Adds the fixes that were counted between two states of the source.
    mutating func count(from before: FeedHealth, to after: FeedHealth) {
        evaluated += max(0, after.accepted - before.accepted)
        completed += max(0, after.completed - before.completed)
        for (reason, count) in after.refused {
            let more = count - before.refused[reason, default: 0]
            if more > 0 { refused[reason, default: 0] += more }
        }
    }

    /// Writes the counts to an answer, without the delayed fixes of earlier requests.
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
