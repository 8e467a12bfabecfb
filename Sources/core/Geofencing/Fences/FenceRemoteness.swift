public import Geodesy

/// The finding that all fences of a set are far from a place of a receiver, which indicates a
/// mistake.
public struct FenceRemoteness: Hashable, Sendable {
    /// The number of fences that would contain the place if their latitudes and longitudes were
    /// exchanged.
    public let exchangedCount: Int

    /// The distance in metres within which at least one fence of a set is expected.
    public static let limit_m = 500_000.0

    /// Returns the problem and its remedy, as the end of a sentence that begins with the set.
    ///
    /// - Parameter subject: the object at the place, such as `the last fix`.
    public func sentence(_ subject: String) -> String {
        let far = "has no fence within \(Int(Self.limit_m / 1000)) km of \(subject)"
        guard exchangedCount > 0 else { return far + "; check that it is the right file" }
        let fences = exchangedCount == 1 ? "1 fence" : "\(exchangedCount) fences"
        return far + ", which would be inside \(fences) if latitude and longitude were exchanged; "
            + "write longitude first"
    }
}

extension FenceSet {
    /// Returns the finding that all fences are far from a place; nil when one is near, and when
    /// there are no fences.
    public func remoteness(from place: Coordinate) -> FenceRemoteness? {
        let index = table.index
        guard count > 0 else { return nil }
        let around = LocalFrame(place).boundingBox(metres: FenceRemoteness.limit_m)
        let window = FenceIndex.Window(
            around, isAntimeridianCrossed: index.isAntimeridianCrossed)
        guard !index.touches(window) else { return nil }
        return FenceRemoteness(exchangedCount: countExchanged(at: place))
    }

    private func countExchanged(at place: Coordinate) -> Int {
        guard place.longitude.magnitude <= 90 else { return 0 }
        let exchanged = Coordinate(latitude: place.longitude, longitude: place.latitude)
        let window = FenceIndex.Window(
            LocalFrame(exchanged).boundingBox(metres: Self.widestBuffer_m),
            isAntimeridianCrossed: table.index.isAntimeridianCrossed)
        let localFrame = LocalFrame(exchanged)
        var count = 0
        table.index.visit(window) { fence in
            let reach = table.settings[table.settingsIndex(fence)].buffer_m ?? 0
            let distance_m = table.shapes.signedDistance(from: localFrame, shape: Int(fence))
            if distance_m <= max(reach, Self.widestBuffer_m) { count += 1 }
        }
        return count
    }

    /// The distance in metres that counts as inside here, because the set does not know the buffer
    /// of a monitor.
    private static let widestBuffer_m = 50.0
}
