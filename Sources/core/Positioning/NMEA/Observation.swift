/// The content of one sentence. Uses flat fields with sentinels instead of optionals, for speed.
struct Observation {
    /// The validity of the position of the epoch according to a sentence, weakest first.
    enum Verdict: UInt8 {
        /// The sentence reports nothing about it.
        case silent
        case valid
        case deadReckoned
        case notMeasured
        case void
    }

    var kind = SentenceKind.rmc
    /// The two letters of the talker, first in the high byte.
    var talker: UInt16 = 0
    /// Nanoseconds since midnight UTC, 86,400 s and more in a leap second; -1 when unknown.
    var timeOfDay: Int64 = -1
    /// A date as the decimal digits ddmmyyyy; -1 when unknown. The calendar has not checked it.
    var packedDate: Int32 = -1
    var verdict = Verdict.silent
    /// Whether a void sentence repeats the last known position.
    var isLastKnown = false

    var hasPosition = false
    /// Latitude and longitude in degrees.
    var latitude = 0.0
    var longitude = 0.0

    // Unknown numbers are NaN; unknown counts are -1.
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
    /// The signal of `satellitesVisible` (NMEA 4.11); 0 when unknown.
    var signal: UInt8 = 0
    /// The mode of GSA: 1 for no fix, 2 or 3 for the dimensions; 0 when unknown.
    var dimensions = 0
    /// Whether the longitude has five digits before the point, padded with zeros.
    var isFullWidth = false
    /// Whether a coordinate other than 0 has fewer digits before the point than NMEA 0183 requires.
    var isShort = false
    /// Whether a DTM names a datum other than WGS 84.
    var isOtherDatum = false
    /// Whether the sentence contains an invalid date.
    var hasBadDate = false

    @inline(__always)
    init() {}
}
