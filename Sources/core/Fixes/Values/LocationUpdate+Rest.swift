import Geodesy

extension LocationUpdate {
    /// The speed in metres per second below which a device is at rest.
    private static var restSpeed_mps: Double { 0.5 }

    /// Whether the device is at rest: by its speed, or without one by the displacement since the
    /// fix before.
    func isAtRest(after before: AcceptedFix?) -> Bool {
        if let speed_mps { return speed_mps < Self.restSpeed_mps }
        return before.map { isSamePlace(as: $0.update) } ?? false
    }

    /// Whether the device is at rest in both fixes, at one place.
    func rests(since before: LocationUpdate) -> Bool {
        (speed_mps ?? 0) < Self.restSpeed_mps && (before.speed_mps ?? 0) < Self.restSpeed_mps
            && isSamePlace(as: before)
    }

    private func isSamePlace(as other: LocationUpdate) -> Bool {
        let reach_m = (usableAccuracy_m ?? 0) + (other.usableAccuracy_m ?? 0)
        // The difference of latitude decides most pairs without a geodesic calculation.
        let latitude = BoundingBox(
            west: 0, south: other.position.latitude, east: 0, north: other.position.latitude)
        return latitude.latitudeLowerBound(from: position) <= reach_m
            && position.distance(to: other.position) <= reach_m
    }
}
