/// The content of one sentence. Flat, with sentinels instead of optionals, for speed.
struct Observation {
    /// The validity of the position of the epoch according to a sentence, weakest first.
    enum Verdict: UInt8 {
        /// Nothing.
        case silent
        case valid
        case deadReckoned
        case notMeasured
        case void
    }

    var kind = SentenceKind.rmc
    /// The two letters of the talker, first in the high byte.
    var talker: UInt16 = 0
    /// Nanoseconds since midnight UTC, 86,400 s and more in a leap second; -1 unknown.
    var timeOfDay: Int64 = -1
    /// A date as the decimal digits ddmmyyyy; -1 unknown. Not yet checked against the calendar.
    var packedDate: Int32 = -1
    var verdict = Verdict.silent

    var hasPosition = false
    /// Degrees.
    var latitude = 0.0
    var longitude = 0.0

    // Unknown numbers are NaN, unknown counts -1.
    var altitude = Double.nan
    var geoidSeparation = Double.nan
    var speed = Double.nan
    var course = Double.nan
    var heading = Double.nan
    var hdop = Double.nan
    var sigmaLatitude = Double.nan
    var sigmaLongitude = Double.nan
    var sigmaAltitude = Double.nan
    var satellitesUsed = -1
    var satellitesVisible = -1
    /// The signal that `satellitesVisible` is about (NMEA 4.11); 0 unknown.
    var signal: UInt8 = 0
    /// The mode of GSA: 1 none, 2, 3; 0 unknown.
    var dimensions = 0
    /// Whether the longitude has five digits before the point, padded with zeros.
    var isFullWidth = false
    /// Whether a coordinate other than 0 has fewer digits before the point than NMEA 0183 gives it.
    var isShort = false
    /// Whether a DTM names another datum than WGS 84.
    var isOtherDatum = false
    /// Whether a date was given that is not a date at all.
    var hasBadDate = false

    @inline(__always)
    init() {}
}
