import Chronology
import Fixes

extension ClockEdge {
    /// Creates the first edge of these rules.
    ///
    /// - Parameters:
    ///   - hours: the opening hours of the fences of each rule; nil means always open.
    ///   - time: the present time on the time scale of the source; nil when it is unknown.
    init(of rules: [FenceRules], _ hours: [OpeningHours?], after time: UTCInstant?) {
        var next: UTCInstant?
        for (rules, hours) in zip(rules, hours) where rules.isEnabled && !rules.isExpired {
            guard hours != nil || rules.expiresAt != nil else { continue }
            guard let time else {
                self = .atFirstTime
                return
            }
            let change = hours?.nextChange(after: time)
            for edge in [change, rules.expiresAt] {
                if let edge { next = min(next ?? edge, edge) }
            }
        }
        self = next.map(ClockEdge.at) ?? .none
    }
}
