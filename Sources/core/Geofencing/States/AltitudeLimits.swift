import Suggestions

/// The altitudes between which a fence applies, in metres above mean sea level; nil is no limit.
struct AltitudeLimits: BitwiseCopyable, Sendable, Hashable {
    var minimum_m: Double?
    var maximum_m: Double?

    init(of settings: FenceSettings) {
        minimum_m = settings.altitudeMinimum_m
        maximum_m = settings.altitudeMaximum_m
    }

    /// Whether there is any limit.
    var isAny: Bool { minimum_m != nil || maximum_m != nil }

    /// Whether an altitude is outside the limits.
    func exclude(_ altitude_m: Double) -> Bool {
        if let minimum_m, altitude_m < minimum_m { return true }
        if let maximum_m, altitude_m > maximum_m { return true }
        return false
    }

    /// Whether a limit is less than `reach_m` metres from an altitude.
    func isAny(within reach_m: Double, of altitude_m: Double) -> Bool {
        if let minimum_m, abs(altitude_m - minimum_m) < reach_m { return true }
        if let maximum_m, abs(altitude_m - maximum_m) < reach_m { return true }
        return false
    }

    /// The limits in words.
    var words: String {
        [
            minimum_m.map { "from \(rounded($0)) m" },
            maximum_m.map { "up to \(rounded($0)) m" },
        ].compactMap { $0 }.joined(separator: " ")
    }
}
