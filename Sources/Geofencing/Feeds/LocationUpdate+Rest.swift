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
        let reach_m = (usableAccuracy_m ?? 0) + (other.usableAccuracy_m ?? 0)
        // The difference of latitude decides most pairs without a geodesic.
        let latitude = BoundingBox(
            west: 0, south: other.position.latitude, east: 0, north: other.position.latitude)
        return latitude.latitudeLowerBound(from: position) <= reach_m
            && position.distance(to: other.position) <= reach_m
    }
}
