import Geodesy

extension LocationUpdate {
    /// Below this many metres per second a device is at rest.
    private static var restSpeed_mps: Double { 0.5 }

    /// Whether the device is at rest: by its speed, else by the displacement since the fix before.
    func isAtRest(after before: AcceptedFix?) -> Bool {
        if let speed_mps { return speed_mps < Self.restSpeed_mps }
        return before.map { isSamePlace(as: $0.update) } ?? false
    }

    /// Whether both are at rest at one place.
    func rests(since before: LocationUpdate) -> Bool {
        (speed_mps ?? 0) < Self.restSpeed_mps && (before.speed_mps ?? 0) < Self.restSpeed_mps
            && isSamePlace(as: before)
    }

    private func isSamePlace(as other: LocationUpdate) -> Bool {
        position.distance(to: other.position)
            <= (usableAccuracy_m ?? 0) + (other.usableAccuracy_m ?? 0)
    }
}
