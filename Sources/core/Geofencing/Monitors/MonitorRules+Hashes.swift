import Chronology
import Geodesy

extension MonitorRules {
    /// A hash of everything that decides how fences of a kind are evaluated, and whether they are.
    func evaluatedRulesHash(of kind: FenceKind) -> UInt64 {
        var hash = label.rulesHash(of: kind)
        definition.combineHours(over: kind == .level ? level : global, into: &hash)
        return hash.value
    }
}
