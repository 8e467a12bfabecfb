import Chronology
import Geodesy

/// The straight way (the geodesic) from one fix to the next, walked at constant speed, with the
/// accuracy changing evenly from that of the one to that of the other. Where nothing may be inferred
/// about the way, none is nearer to the truth than another, and it is straight on the map.
struct Path: BitwiseCopyable, Sendable {
    let start: Coordinate
    let end: Coordinate
    /// The times of the two fixes, if both know theirs.
    let bracket: Transition.Bracket?
    /// When the two came in.
    private let boots: (start: BootInstant, end: BootInstant)
    /// Seconds between the two.
    let interval_s: Double
    /// Metres of the geodesic; nil where the way is straight on the map.
    private let geodesic_m: Double?
    /// Where the way sets out to; 0 where that does not matter, as it is straight on the map.
    private let azimuth_deg: Double
    /// Whether the way is straight in longitude and latitude. A geodesic as short as that is so to a
    /// tenth of a millimetre: it bends from the line by its square over eight times the radius of
    /// its parallel.
    let isStraightOnMap: Bool

    /// Metres up to which a way is taken for straight on the map.
    static let straightOnMap_m = 30.0

    /// The way of a step; nil when it has no fix before.
    init?(_ step: borrowing Step) {
        guard let before = step.before else { return nil }
        (start, end) = (before.update.position, step.fix.update.position)
        boots = (before.boot, step.fix.boot)
        interval_s = step.interval_s
        // Read before, as what stands behind an operator cannot borrow the step.
        let (length_m, isInterpolable) = (step.lengthBound_m, step.isInterpolable)
        isStraightOnMap =
            abs(start.latitude) < 80 && (length_m < Self.straightOnMap_m || !isInterpolable)
        let geodesic = isStraightOnMap ? nil : Geodesic(from: start, to: end)
        azimuth_deg = geodesic?.initialAzimuth ?? 0
        bracket = step.bracket
        geodesic_m = geodesic?.length
    }

    /// How long the way is, in metres. Most ways cross an outline where nobody asks for that.
    var length_m: Double { geodesic_m ?? Standpoint(start).distance(to: end) }

    /// Where the receiver was after the share `u` of the way, 0 to 1.
    func position(at u: Double) -> Coordinate {
        if u <= 0 { return start }
        if u >= 1 { return end }
        guard isStraightOnMap else {
            return start.destination(azimuth: azimuth_deg, distance: u * length_m)
        }
        return start.onStraightWay(to: end, at: u)
    }

    /// When it was there on the boot clock.
    func boot(at u: Double) -> BootInstant {
        boots.start.advanced(bySeconds: u * boots.end.seconds(since: boots.start))
    }

    /// When it was there by receiver time, if both fixes have it.
    func time(at u: Double) -> UTCInstant? {
        bracket.map { $0.before.advanced(bySeconds: u * $0.after.seconds(since: $0.before)) }
    }
}

extension Step {
    /// The times of the two fixes, if both know theirs.
    var bracket: Transition.Bracket? {
        guard let start = before?.update.time, let end = fix.update.time else { return nil }
        return Transition.Bracket(before: start, after: end)
    }
}
