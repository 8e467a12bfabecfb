internal import ArgumentParser
internal import ControlProtocol

/// The order of a list of fences.
enum FenceOrder: String, CaseIterable, ExpressibleByArgument {
    /// That of the daemon: monitor by monitor, by id.
    case id
    /// The nearest first; inside are the nearest of all.
    case distance

    /// Fences that `--near` lists: a screen full.
    static let nearCount = 20
}

/// Fences that are listed in another order than that in which they come.
struct GatheredFences {
    let order: FenceOrder
    /// Whether only the nearest ones are listed.
    let nearestOnly: Bool
    private var fences: [FenceState] = []

    init(order: FenceOrder, nearestOnly: Bool) {
        self.order = order
        self.nearestOnly = nearestOnly
    }

    /// Whether the list has to be complete before its first line is known.
    var isNeeded: Bool { nearestOnly || order == .distance }

    /// Takes a page. Of a great set that is to be cut, no more than the nearest are kept.
    mutating func add(_ page: [FenceState]) {
        fences += page
        if nearestOnly { fences = Array(Self.nearest(fences).prefix(FenceOrder.nearCount)) }
    }

    /// The list. Throws `checkFailed` where only near fences are asked for, and no distance is
    /// known.
    func result() throws -> [FenceState] {
        if nearestOnly, !fences.isEmpty, fences.allSatisfy({ $0.distance_m == nil }) {
            throw CommandFailure(
                .checkFailed, "There has been no fix, so that no distance is known.",
                hint: "Wait for one with: geofencectl wait --fix.")
        }
        switch order {
        case .distance: return Self.nearest(fences)
        case .id: return fences.sorted { ($0.monitor ?? "", $0.id) < ($1.monitor ?? "", $1.id) }
        }
    }

    private static func nearest(_ fences: [FenceState]) -> [FenceState] {
        fences.sorted {
            ($0.distance_m ?? .infinity, $0.id, $0.monitor ?? "")
                < ($1.distance_m ?? .infinity, $1.id, $1.monitor ?? "")
        }
    }
}
