import Chronology
import Fixes
import Geodesy

/// The straight path (the geodesic) from one fix to the next, at constant speed, with linearly
/// changing accuracy. Where no path may be inferred, all are equally uncertain; the path is then
/// straight in longitude and latitude.
struct Path: BitwiseCopyable, Sendable {
    let start: Coordinate
    let end: Coordinate
    /// The times of the two fixes, if both are known.
    let bracket: Transition.Bracket?
    /// When the two fixes arrived.
    private let boots: (start: BootInstant, end: BootInstant)
    /// Seconds between the two fixes.
    let interval_s: Double
    /// The length of the geodesic in metres; nil where the path is straight in longitude and
    /// latitude.
    private let geodesic_m: Double?
    /// The initial azimuth in degrees; 0 where it is not needed, because the path is straight in
    /// longitude and latitude.
    private let azimuth_deg: Double
    /// Whether the path is straight in longitude and latitude. A short geodesic is, to a tenth of a
    /// millimetre: it deviates from the line by the square of its length over eight times the
    /// radius of its parallel.
    let isStraightOnMap: Bool

    /// The length in metres up to which a path is treated as straight in longitude and latitude.
    static let straightOnMap_m = 30.0

    /// Creates the path of a step; nil when the step has no previous fix.
    init?(_ step: borrowing Step) {
        guard let before = step.before else { return nil }
        (start, end) = (before.update.position, step.fix.update.position)
        boots = (before.boot, step.fix.boot)
        interval_s = step.interval_s
        // Read first, because the right operand of `&&` or `||` cannot borrow the step.
        let (length_m, isInterpolable) = (step.lengthBound_m, step.isInterpolable)
        isStraightOnMap =
            abs(start.latitude) < 80 && (length_m < Self.straightOnMap_m || !isInterpolable)
        let geodesic = isStraightOnMap ? nil : Geodesic(from: start, to: end)
        azimuth_deg = geodesic?.initialAzimuth ?? 0
        bracket = step.bracket
        geodesic_m = geodesic?.length
    }

    /// The length of the path in metres. Computed on demand: most crossings of an outline do not
    /// need it.
    var length_m: Double { geodesic_m ?? LocalFrame(start).distance(to: end) }

    /// Returns the position after the fraction `u` of the path, 0 to 1.
    func position(at u: Double) -> Coordinate {
        if u <= 0 { return start }
        if u >= 1 { return end }
        guard isStraightOnMap else {
            return start.destination(azimuth: azimuth_deg, distance: u * length_m)
        }
        return start.onSegment(to: end, at: u)
    }

    /// Returns the instant after that fraction, on the boot clock.
    func boot(at u: Double) -> BootInstant {
        boots.start.advanced(bySeconds: u * boots.end.seconds(since: boots.start))
    }

    /// Returns the receiver time after that fraction; nil unless both fixes have one.
    func time(at u: Double) -> UTCInstant? {
        bracket.map { $0.before.advanced(bySeconds: u * $0.after.seconds(since: $0.before)) }
    }
}

extension Step {
    /// The times of the two fixes; nil unless both are known.
    var bracket: Transition.Bracket? {
        guard let start = before?.update.time, let end = fix.update.time else { return nil }
        return Transition.Bracket(before: start, after: end)
    }
}
