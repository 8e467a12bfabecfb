public import Geofencing
public import Positioning

extension LocationUpdate {
    /// What the engine is told of a fix: the one place where positioning becomes geofencing.
    ///
    /// A time that is not to be trusted is no time; accuracy becomes the radius of 95 %.
    public init(_ fix: Fix) {
        self.init(position: fix.position, time: fix.timeQuality == .gnss ? fix.time : nil)
        accuracy_m = fix.horizontalAccuracy?.radius95Metres
        altitude_m = fix.altitudeMetres
        verticalAccuracy_m = fix.verticalAccuracyMetres
        speed_mps = fix.speedMetresPerSecond
        course_deg = fix.courseDegrees
        floor = fix.floor
        isLastKnown = fix.isLastKnown
    }
}
