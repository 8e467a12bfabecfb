import Geodesy

/// The problem of a shape and its remedy, as the end of a sentence about its fence.
func sentence(about problem: ShapeProblem) -> String {
    switch problem {
    case .empty:
        "its geometry is empty; draw it again"
    case .notFinite(let place):
        "\(words(for: place)) is not a number"
    case .latitudeOutOfRange(let place, let latitude):
        "\(words(for: place)) has latitude \(latitude), beyond 90; are latitude and longitude "
            + "swapped?"
    case .longitudeOutOfRange(let place, let longitude):
        "\(words(for: place)) has longitude \(longitude), beyond \(ShapeProblem.longitudeLimit); "
            + "coordinates must be WGS84 degrees"
    case .tooFewPoints(let place, let found):
        "part \(place.part), ring \(place.ring) has only \(found) different points"
    case .zeroArea(let place):
        "all points of part \(place.part), ring \(place.ring) lie on one line"
    case .radiusOutOfRange(let radius):
        "its radius of \(radius) m is out of range; use more than 0"
    case .storeFull:
        "the set holds as many vertices as it can; split it"
    }
}

private func words(for place: ShapeProblem.Place) -> String {
    "part \(place.part), ring \(place.ring), vertex \(place.vertex)"
}
