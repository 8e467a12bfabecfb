import Geodesy

extension LocationUpdate {
    /// Whether no receiver can be at this place: not a number, beyond a pole, or far beyond the
    /// antimeridian. A comparison with NaN is false.
    @inline(__always)
    var isImpossible: Bool {
        !(abs(position.latitude) <= 90 && abs(position.longitude) <= ShapeProblem.longitudeLimit)
    }

    /// The reported accuracy radius; nil when it is missing, 0, negative or not a number.
    package var usableAccuracy_m: Double? {
        guard let accuracy_m, accuracy_m > 0, accuracy_m.isFinite else { return nil }
        return accuracy_m
    }
}
