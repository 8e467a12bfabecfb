import Chronology
import Geodesy

extension Epoch {
    /// Returns the fix of the sentences of the epoch.
    ///
    /// - Parameters:
    ///   - stamp: the time of the fix.
    ///   - heldDimensions: the dimensions of the last GSA, if the epoch has none; 0 unknown.
    ///   - satellitesVisible: the number of satellites in the last GSV; nil when unknown.
    ///   - uereMetres: the 2D rms error at an HDOP of 1.
    @inline(__always)
    func fix(
        _ stamp: ReceiverClock.Stamp, heldDimensions: Int, satellitesVisible: Int?,
        uereMetres: Double
    ) -> Fix {
        var fix = Fix(
            position: Coordinate(latitude: latitude, longitude: longitude),
            time: stamp.time, timeQuality: stamp.quality)
        fix.timeOfDay_ns = stamp.timeOfDay_ns
        fix.isLeapSecond = stamp.isLeapSecond
        let hasHeight = !altitude.isNaN
        let solved = dimensions > 1 ? dimensions : heldDimensions
        if solved == 3 || (solved < 2 && hasHeight) { fix.mode = .threeDimensional }
        if hasHeight {
            fix.altitudeMetres = altitude
            if !geoidSeparation.isNaN { fix.ellipsoidalHeightMetres = altitude + geoidSeparation }
        }
        fix.isDeadReckoned = verdict.overall == .deadReckoned
        fix.speedMetresPerSecond = known(speed)
        fix.courseDegrees = known(course)
        fix.headingDegrees = known(heading)
        fix.hdop = known(hdop)
        if satellitesUsed >= 0 || satellitesListed >= 0 {
            fix.satellitesUsed = max(satellitesUsed, satellitesListed)
        }
        // GSV is less frequent than the sentences of a fix.
        fix.satellitesVisible = satellitesVisible.map { max($0, fix.satellitesUsed ?? 0) }
        let variance = (sigmaLatitude * sigmaLatitude + sigmaLongitude * sigmaLongitude) / 2
        let sigma = known(variance)?.squareRoot()
        fix.horizontalAccuracy =
            sigma.flatMap { HorizontalAccuracy(metres: $0, level: .oneSigma, basis: .gst) }
            ?? HorizontalAccuracy(metres: hdop * uereMetres, level: .rms2D, basis: .hdop)
        // Along one axis, 95 % of errors are within 1.96 sigma.
        fix.verticalAccuracyMetres = known(sigmaAltitude * 1.96)
        return fix
    }

    @inline(__always)
    private func known(_ value: Double) -> Double? {
        value.isNaN ? nil : value
    }
}
