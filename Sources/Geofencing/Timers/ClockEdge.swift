import Chronology

/// The next instant by the clock on the wall at which a fence expires, opens or closes.
enum ClockEdge: Sendable, Hashable {
    /// No fence depends on the clock.
    case none
    /// Nobody has told the time yet: the first fix with one decides.
    case atFirstTime
    /// An instant of the time scale of the feed.
    case at(UTCInstant)

    /// The first edge of any of these rules.
    ///
    /// - Parameters:
    ///   - hours: when the fences of each are judged; nil for always.
    ///   - time: now, on the time scale of the feed; nil when it is not known.
    init(of rules: [JudgingRules], _ hours: [OpeningHours?], after time: UTCInstant?) {
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

    /// Whether the edge has been reached at `time`.
    func isReached(at time: UTCInstant) -> Bool {
        switch self {
        case .none: false
        case .atFirstTime: true
        case .at(let edge): edge <= time
        }
    }
}
