import Chronology
import Geodesy

/// The straight way (the geodesic) from one fix to the next, walked at constant speed, with the
/// accuracy changing evenly from that of the one to that of the other. Where nothing may be inferred
/// about the way, none is nearer to the truth than another, and it is straight on the map.
final class Path: Sendable {
    let step: Step
    let before: AcceptedFix
    /// Metres of the geodesic; nil where the way is straight on the map.
    private let geodesic_m: Double?
    /// Whether the way is straight in longitude and latitude. A geodesic as short as that is so to a
    /// tenth of a millimetre: it bends from the line by its square over eight times the radius of
    /// its parallel.
    let isStraightOnMap: Bool
    /// Where the way sets out to; 0 where that does not matter, as it is straight on the map.
    private let azimuth_deg: Double

    /// Metres up to which a way is taken for straight on the map.
    static let straightOnMap_m = 30.0

    /// The way of a step; nil when it has no fix before.
    init?(_ step: Step) {
        guard let before = step.before else { return nil }
        let (start, end) = (before.update.position, step.fix.update.position)
        self.step = step
        self.before = before
        isStraightOnMap =
            abs(start.latitude) < 80
            && (step.lengthBound_m < Self.straightOnMap_m || !step.isInterpolable)
        if isStraightOnMap {
            geodesic_m = nil
            azimuth_deg = 0
        } else {
            let geodesic = Geodesic(from: start, to: end)
            geodesic_m = geodesic.length
            azimuth_deg = geodesic.initialAzimuth
        }
    }

    /// How long the way is, in metres. Most ways cross an outline where nobody asks for that.
    var length_m: Double {
        geodesic_m ?? Standpoint(before.update.position).distance(to: step.fix.update.position)
    }

    /// Where the receiver was after the share `u` of the way, 0 to 1.
    func position(at u: Double) -> Coordinate {
        if u <= 0 { return before.update.position }
        if u >= 1 { return step.fix.update.position }
        let (start, end) = (before.update.position, step.fix.update.position)
        guard isStraightOnMap else {
            return start.destination(azimuth: azimuth_deg, distance: u * length_m)
        }
        return start.onStraightWay(to: end, at: u)
    }

    /// When it was there on the boot clock.
    func boot(at u: Double) -> BootInstant {
        before.boot.advanced(bySeconds: u * step.fix.boot.seconds(since: before.boot))
    }

    /// When it was there by receiver time, if both fixes have it.
    func time(at u: Double) -> UTCInstant? {
        guard let start = before.update.time, let end = step.fix.update.time else { return nil }
        return start.advanced(bySeconds: u * end.seconds(since: start))
    }
}

extension Step {
    /// The times of the two fixes, if both know theirs.
    var bracket: Transition.Bracket? {
        guard let start = before?.update.time, let end = fix.update.time else { return nil }
        return Transition.Bracket(before: start, after: end)
    }
}
