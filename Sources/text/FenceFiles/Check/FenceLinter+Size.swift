import Geodesy
import Geofencing

extension FenceLinter {
    /// Reports fences that a receiver cannot detect, and tolerances that leave nothing of a fence.
    mutating func lintSize(of store: ShapeStore) {
        let inradius_m = store.inradius(of: 0) + buffer_m
        if inradius_m < use.accuracy_m {
            note(
                .warned,
                "the largest circle within it has a radius of \(metres(inradius_m)), less than the "
                    + "\(metres(use.accuracy_m)) that a receiver may be off",
                hint: "make it larger or give it a buffer_m")
        }
        let enclosing_m = store.enclosingCircle(of: 0).radius + buffer_m
        let tolerances = fence.settings.tolerances.over(
            Tolerances(enter: use.toleranceEnter, exit: use.toleranceExit))
        let isInMetres = tolerances.unit == .metres
        let unit_m = isInMetres ? 1 : enclosing_m
        let least = rounded(inradius_m / unit_m, digits: isInMetres ? 1 : 2)
        let sides = [("tolerance_enter", tolerances.enter), ("tolerance_exit", tolerances.exit)]
        for (name, tolerance) in sides {
            guard let tolerance, -tolerance * unit_m > inradius_m else { continue }
            note(
                .warned,
                "\(name)\(isInMetres ? "_m" : "") \(tolerance) shrinks it by "
                    + "\(metres(-tolerance * unit_m)), which leaves nothing: it can never be entered",
                hint: "use a tolerance above -\(least)")
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
