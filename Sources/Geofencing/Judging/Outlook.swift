/// What a look at a fence tells of the fixes to come.
struct Outlook {
    /// Metres of movement that cannot change what the next fix says about the fence.
    var slack_m = Double.infinity
    /// Signed distance in metres to the boundary as drawn.
    var distance_m = Double.infinity
    /// Whether the receiver counts as inside.
    var isInside = false

    /// Of a fence that is not judged.
    static let none = Outlook()
}

extension FenceState {
    /// What the next fixes may say about the fence.
    func outlook(_ place: FencePlace, isOtherFloor: Bool) -> Outlook {
        Outlook(
            slack_m: safe_m(place, isOtherFloor: isOtherFloor), distance_m: place.distance_m,
            isInside: raw == .inside)
    }
}
