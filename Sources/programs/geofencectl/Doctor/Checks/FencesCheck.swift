internal import Suggestions

/// The check whether the fences of the monitors are usable as drawn.
struct FencesCheck {
    /// A monitor and its fence file.
    struct Watched: Equatable {
        /// The monitor.
        var monitor: String
        /// The file.
        var path: String
        /// The number of fences in it; nil when the whole file cannot be used.
        var count: Int?
        /// Whether the set has only fences added at run time, and no file.
        var isRuntime = false
        /// The rejections, the worst first.
        var rejected: [String] = []
        /// Why the monitor cannot evaluate some fences of a valid file.
        var unusable: [String] = []
        /// The sentence that all fences are far from the last fix; nil when near or unknown.
        var remoteness: String?
        /// The warnings.
        var warned: [String] = []
    }

    /// The monitors of the configuration.
    var monitors: [Watched]

    /// One finding for each monitor, or a single finding for none.
    var findings: [Finding] {
        guard !monitors.isEmpty else {
            return [
                .fail(
                    "fences", "No monitor is configured: nothing is watched.",
                    fix: "Add a [[monitor]]; see geofenced.toml(5).")
            ]
        }
        return monitors.map(finding)
    }

    private func finding(_ watched: Watched) -> Finding {
        let check = "fences \(watched.monitor)"
        let fix = "See all of it with: geofencectl fence check \(watched.path)."
        if let message = Finding.message(of: watched.rejected) {
            return .fail(check, message, fix: fix)
        }
        if let message = Finding.message(of: watched.unusable) {
            return .fail(
                check, message,
                fix: "Repair it and check: geofencectl config check; then: geofencectl reload.")
        }
        if watched.isRuntime, watched.count ?? 0 == 0 {
            return .ok(check, "Its fences are added at run time; there is none now.")
        }
        guard let count = watched.count, count > 0 else {
            return .fail(
                check, "\(watched.path) holds no fence.",
                fix: "Draw one, then: geofencectl reload.")
        }
        if let remoteness = watched.remoteness {
            return .fail(
                check, "\(watched.path) \(remoteness).",
                fix: "See where the fences are: geofencectl fence list.")
        }
        if let message = Finding.message(of: watched.warned) {
            return .warn(check, message, fix: fix)
        }
        return .ok(check, "\(counted(count, "fence is", "fences are")) valid.")
    }
}
