import Geodesy
import Geofencing

extension FenceSurvey {
    /// Fences that a receiver cannot find, and tolerances that leave nothing of them.
    mutating func lookAtSize(of store: ShapeStore) {
        let inradius_m = store.inradius(of: 0) + buffer_m
        if inradius_m < use.accuracy_m {
            note(
                .warned,
                "the largest circle within it has a radius of \(metres(inradius_m)), less than the "
                    + "\(metres(use.accuracy_m)) that a receiver may be off",
                hint: "make it larger or give it a buffer_m")
        }
        let enclosing_m = store.enclosingCircle(of: 0).radius + buffer_m
        let shrinking = [
            ("tolerance_enter", fence.settings.toleranceEnter ?? use.toleranceEnter),
            ("tolerance_exit", fence.settings.toleranceExit ?? use.toleranceExit),
        ]
        for (name, tolerance) in shrinking where -tolerance * enclosing_m > inradius_m {
            note(
                .warned,
                "\(name) \(tolerance) shrinks it by \(metres(-tolerance * enclosing_m)), which "
                    + "leaves nothing: it can never be entered",
                hint: "use a tolerance above -\(rounded(inradius_m / enclosing_m, digits: 2))")
        }
    }

    private func metres(_ length: Double) -> String {
        "\(rounded(length, digits: 1)) m"
    }

    private func rounded(_ number: Double, digits: Int) -> Double {
        let scale = digits == 1 ? 10.0 : 100.0
        return (number * scale).rounded(.down) / scale
    }
}
