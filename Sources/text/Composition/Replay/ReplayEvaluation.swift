import Fixes
import Geofencing
import Suggestions

/// Whether a replay has evaluated a fence, and the reasons if it has not.
struct ReplayEvaluation: Sendable {
    /// The number of accepted fixes of each source that has sent any.
    private var accepted: [String: Int] = [:]
    private var hasEvaluated = false
    /// The number of accepted fixes that evaluated no fence, by reason, in order of appearance.
    private var reasons: [(reason: String, fixes: Int)] = []

    /// Checks the engine after a fix of a source, which also goes to derived sources. Returns at
    /// once when a fence was already evaluated.
    mutating func review(_ engine: Engine, _ source: String) {
        guard !hasEvaluated else { return }
        for name in engine.sourcesInUse(fedBy: source) { reviewOne(engine, name) }
    }

    private mutating func reviewOne(_ engine: Engine, _ source: String) {
        guard !hasEvaluated, let health = engine.health(of: source) else { return }
        let isNew = health.accepted > accepted[source, default: 0]
        accepted[source] = health.accepted
        guard isNew else { return }
        let found = engine.idleReasons(of: source)
        hasEvaluated = found.isEmpty
        for reason in found {
            if let index = reasons.firstIndex(where: { $0.reason == reason }) {
                reasons[index].fixes += 1
            } else {
                reasons.append((reason, 1))
            }
        }
    }

    /// Checks the engine at the end, when fixes that waited for late ones are accepted as well.
    mutating func review(_ engine: Engine) {
        for source in accepted.keys.sorted() { reviewOne(engine, source) }
    }

    /// Returns why no fence was evaluated, as a clause; nil if one was.
    func idleness(_ engine: Engine) -> String? {
        guard !hasEvaluated else { return nil }
        guard reasons.isEmpty else {
            return reasons.map { "\($0.reason) (\(counted($0.fixes, "fix", "fixes")))" }
                .joined(separator: "; ")
        }
        var refused: [FixRefusal: Int] = [:]
        for source in accepted.keys {
            refused.merge(engine.health(of: source)?.refused ?? [:], uniquingKeysWith: +)
        }
        guard !refused.isEmpty else { return nil }
        let ordered = refused.sorted {
            ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue)
        }
        return "every fix was refused: "
            + ordered.map { reason, count in
                "\(counted(count, "fix", "fixes")) as \(reason.rawValue), since \(reason.words)"
            }.joined(separator: "; ")
    }
}
