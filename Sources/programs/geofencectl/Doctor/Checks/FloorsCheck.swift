internal import Settings
internal import Suggestions

/// The check whether the floor that level fences require can ever be known.
struct FloorsCheck {
    /// A monitor with level fences.
    struct Watched: Equatable {
        /// The monitor.
        var monitor: String
        /// Its source.
        var source: String
        /// The number of its level fences.
        var fences: Int
        /// Whether these fences are not evaluated while the floor is unknown.
        var isStrict: Bool
        /// Whether the source can report floors or has reported one.
        var sourceGivesFloors: Bool
    }

    /// The monitors with level fences.
    var monitors: [Watched]
    /// The paths of ground plans that the daemon could not use, although they are valid now.
    var unreadPlans: [String] = []
    /// The number of configured floor maps.
    var floorMaps: Int
    /// Why some floor maps cannot be used, one sentence for each ground plan.
    var unusableFloorMaps: [String] = []

    /// One finding for each unusable ground plan, otherwise for each monitor without floors, or a
    /// single finding for none.
    var findings: [Finding] {
        let lost =
            unusableFloorMaps.map {
                Finding.fail("floors", "\($0).", fix: "Repair it, then: geofencectl reload.")
            }
            + unreadPlans.map {
                .fail(
                    "floors",
                    "The daemon could not use the ground plan \($0) when it read it last: altitude"
                        + " gives no floor there.",
                    fix: "Let it be read again: geofencectl reload.")
            }
        guard lost.isEmpty else { return lost }
        let lacking = monitors.filter { floorMaps == 0 && !$0.sourceGivesFloors }
        guard lacking.isEmpty else { return lacking.map(finding) }
        return [
            .ok(
                "floors",
                monitors.isEmpty ? "No fence lies on a floor." : "Floors can be known.")
        ]
    }

    private func finding(_ watched: Watched) -> Finding {
        let fix =
            "Add a [[floor_map]] of the building, or use a source that knows floors (type socket"
            + " or exec)."
        let lack = "but source \(watched.source) gives no floor and there is no floor map"
        let fences =
            "Monitor \(watched.monitor) has \(counted(watched.fences, "fence")) on a floor"
        return watched.isStrict
            ? .fail("floors", "\(fences), \(lack): nothing on a floor can be entered.", fix: fix)
            : .warn("floors", "\(fences), \(lack): floors are ignored.", fix: fix)
    }
}

extension SourceKind {
    /// Whether this kind of source may report a floor. NMEA, GPX and gpsd cannot; a derived source
    /// depends on its parent.
    var mayGiveFloors: Bool {
        switch self {
        case .exec, .socket: true
        case .auto, .serial, .gpsd, .nmeaTCP, .nmeaUDP, .recording, .simulated, .derived:
            false
        }
    }
}
