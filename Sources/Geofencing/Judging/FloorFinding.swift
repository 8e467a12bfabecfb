/// What the floor of a fix says about a fence, before any distance is looked at.
enum FloorFinding: Sendable, Hashable {
    /// Geometry decides.
    case geometryDecides
    /// Another floor: outside, wherever the receiver is.
    case otherFloor
    /// The floor is needed and not known: no evidence.
    case unknown

    /// - Parameters:
    ///   - fence: the floor of a level fence; nil for a fence that heeds no floor.
    ///   - fix: the floor of the fix, if known.
    init(fence: Int?, fix: Int?, policy: FloorPolicy) {
        guard let fence else { self = .geometryDecides; return }
        if let fix {
            self = fix == fence ? .geometryDecides : .otherFloor
        } else {
            switch policy {
            case .strict: self = .unknown
            case .lenient: self = .geometryDecides
            }
        }
    }

    /// The finding about a fence and a fix on these floors.
    func words(fence: Int?, fix: Int?) -> String {
        switch self {
        case .geometryDecides: "geometry decides"
        case .otherFloor: "the fix is on floor \(fix ?? 0), the fence on \(fence ?? 0)"
        case .unknown: "the fence needs a floor and the fix has none"
        }
    }
}
