import Chronology
import Geodesy

extension GPSDMessage.TPV {
    /// gpsd's `status` of a position that was extrapolated by sensors alone.
    static let deadReckonedStatus = 5
    /// gpsd's `status` of a simulated position.
    static let simulatedStatus = 8

    /// Returns the fix of the report; nil when it has no coordinates of any kind.
    func fix(mode: FixMode) -> Fix? {
        let place: Coordinate
        var height = altHAE
        if let lat, let lon {
            place = Coordinate(latitude: lat, longitude: lon)
        } else if let ecefx, let ecefy, let ecefz,
            let geocentric = geodetic(ecefX: ecefx, y: ecefy, z: ecefz)
        {
            place = geocentric.place
            height = height ?? geocentric.height
        } else {
            return nil
        }
        var fix = Fix(position: place, time: time, mode: mode)
        // `alt` is deprecated: gpsd puts the height above sea level there when it knows it.
        let aboveGeoid = height.flatMap { height in geoidSep.map { height - $0 } }
        fix.altitudeMetres = altMSL ?? aboveGeoid ?? (altHAE == nil ? alt : nil)
        fix.ellipsoidalHeightMetres = height
        fix.speedMetresPerSecond = speed.flatMap { $0 >= 0 ? $0 : nil }
        fix.courseDegrees = track.flatMap { $0 >= 0 && $0 <= 360 ? ($0 == 360 ? 0 : $0) : nil }
        fix.isDeadReckoned = status == Self.deadReckonedStatus
        fix.horizontalAccuracy = accuracy
        fix.verticalAccuracyMetres = epv.flatMap { $0 > 0 ? $0 : nil }
        fix.jamming = jam
        return fix
    }

    /// The accuracy. All estimates of gpsd are for 95 %; `epx` and `epy` are each for one axis.
    private var accuracy: HorizontalAccuracy? {
        if let eph,
            let accuracy = HorizontalAccuracy(metres: eph, level: .percent95, basis: .gpsd)
        {
            return accuracy
        }
        guard let epx, let epy else { return nil }
        return HorizontalAccuracy(
            metres: (epx * epx + epy * epy).squareRoot(), level: .percent95, basis: .gpsd)
    }
}

extension GPSDMessage.SKY {
    /// The number of satellites in view; nil in a report without satellites.
    var visible: Int? { nSat ?? satellites?.listed }
    /// The number of satellites in use; nil in a report without satellites.
    var used: Int? { uSat ?? satellites?.used }

    /// Returns this report updated by a newer one: some reports of gpsd contain only dilutions.
    func merged(with newer: GPSDMessage.SKY) -> GPSDMessage.SKY {
        var merged = newer
        merged.hdop = newer.hdop ?? hdop
        if newer.visible == nil {
            merged.nSat = visible
            merged.uSat = newer.uSat ?? used
        }
        return merged
    }
}

extension Fix {
    /// Adds the dilution of precision and the satellites of the last SKY report.
    mutating func add(_ sky: GPSDMessage.SKY) {
        hdop = sky.hdop.flatMap { $0 > 0 && $0 < 99 ? $0 : nil }
        satellitesUsed = sky.used
        satellitesVisible = sky.visible.map { max($0, satellitesUsed ?? 0) }
    }

    /// The maximum age in seconds of error statistics relative to a position: gpsd sends the
    /// statistics of a moment after its position, so that only the next position can use them.
    private static let statisticsAgeSeconds = 0.0...5.0

    /// Adds the last error statistics if gpsd reported no accuracy.
    mutating func add(_ statistics: GPSDMessage.GST) {
        guard horizontalAccuracy == nil, let north = statistics.lat, let east = statistics.lon,
            let time, let measured = statistics.time,
            Self.statisticsAgeSeconds.contains(time.seconds(since: measured))
        else { return }
        horizontalAccuracy = HorizontalAccuracy(
            metres: ((north * north + east * east) / 2).squareRoot(), level: .oneSigma, basis: .gst)
    }
}
