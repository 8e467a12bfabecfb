import Suggestions

/// The result of comparing floor or altitude of a fix with a fence, before any distance is
/// measured.
enum HeightFinding: Sendable, Hashable {
    /// Geometry decides.
    case geometryDecides
    /// Another floor or altitude: outside, wherever the receiver is.
    case elsewhere
    /// Floor or altitude is needed and unknown: no evidence.
    case unknown
    /// The altitude is known, but a limit is within its possible error: no evidence.
    case unclear

    /// Creates the finding for a fence and a fix on these floors.
    ///
    /// - Parameters:
    ///   - fence: the floor of a level fence; nil for a fence that ignores floors.
    ///   - fix: the floor of the fix, if known.
    init(fence: Int?, fix: Int?, policy: FloorPolicy) {
        guard let fence else { self = .geometryDecides; return }
        if let fix {
            self = fix == fence ? .geometryDecides : .elsewhere
        } else {
            self.init(ofUnknownUnder: policy)
        }
    }

    /// The finding for a fence between those limits and a fix at that altitude, if it is known.
    ///
    /// - Parameter reach_m: metres that the altitude may be off.
    @inline(__always)
    init(limits: AltitudeLimits, altitude_m: Double?, reach_m: Double, policy: FloorPolicy) {
        guard limits.isAny else { self = .geometryDecides; return }
        if let altitude_m {
            if limits.isAny(within: reach_m, of: altitude_m) {
                self = .unclear
            } else {
                self = limits.exclude(altitude_m) ? .elsewhere : .geometryDecides
            }
        } else {
            self.init(ofUnknownUnder: policy)
        }
    }

    private init(ofUnknownUnder policy: FloorPolicy) {
        switch policy {
        case .strict: self = .unknown
        case .lenient: self = .geometryDecides
        }
    }

    /// Returns the finding for floors in words.
    func words(fence: Int?, fix: Int?) -> String {
        switch self {
        case .geometryDecides: "geometry decides"
        case .elsewhere: "the fix is on floor \(fix ?? 0), the fence on \(fence ?? 0)"
        case .unknown, .unclear: "the fence needs a floor and the fix has none"
        }
    }

    /// Returns the finding for altitudes in words.
    func words(limits: AltitudeLimits, altitude_m: Double?) -> String {
        guard limits.isAny else { return "is not limited" }
        guard let altitude_m else {
            return "the fence reaches \(limits.words); the fix has none"
                + (self == .unknown ? "" : ", so that geometry decides")
        }
        return "the fix is at \(rounded(altitude_m)) m, the fence reaches \(limits.words)"
            + (self == .unclear ? ", which is within the error of the altitude" : "")
    }
}
