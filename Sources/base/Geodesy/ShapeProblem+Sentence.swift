extension ShapeProblem {
    /// The problem and its remedy, as the end of a sentence about the fence.
    package var sentence: String {
        switch self {
        case .empty:
            "its geometry is empty; draw it again"
        case .notFinite(let place):
            "\(place.words) is not a number"
        case .latitudeOutOfRange(let place, let latitude):
            "\(place.words) has latitude \(latitude), beyond 90; are latitude and longitude "
                + "swapped?"
        case .longitudeOutOfRange(let place, let longitude):
            "\(place.words) has longitude \(longitude), beyond \(Self.longitudeLimit); "
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
}

extension ShapeProblem.Place {
    fileprivate var words: String { "part \(part), ring \(ring), vertex \(vertex)" }
}
