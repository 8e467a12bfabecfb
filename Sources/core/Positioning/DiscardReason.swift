/// Why input was discarded. The raw values are used in the protocol and in the summary of `decode`.
public enum DiscardReason: String, Hashable, Sendable, CaseIterable {
    /// The checksum does not match the bytes.
    case badChecksum = "bad-checksum"
    /// A sentence without a checksum: it may be damaged.
    case noChecksum = "no-checksum"
    /// A sentence that ends before its checksum, or is cut short by the next one.
    case truncated = "truncated"
    /// A sentence or line beyond the length limit.
    case overlong = "overlong"
    /// A `$` that turned out to be part of binary data.
    case binary = "binary"
    /// A checked sentence, or a line, with invalid fields.
    case malformed = "malformed"
    /// A latitude, longitude or time out of its range.
    case outOfRange = "out-of-range"
    /// A date that does not exist in the calendar; the position is still used.
    case badDate = "bad-date"
    /// Exactly 0 N 0 E: the placeholder of some receivers for no position.
    case nullIsland = "null-island"
    /// A coordinate that lacks a digit of its degrees or minutes, so that it is ambiguous.
    case missingDigit = "missing-digit"
    /// A sentence whose time differs from that of the dated sentence of its cycle.
    case sentencesDisagree = "sentences-disagree"
    /// A position in a datum other than WGS 84, according to DTM.
    case otherDatum = "other-datum"
    /// Sentences of one epoch that contradict each other.
    case conflict = "conflict"
    /// An epoch that was already delivered: the receiver repeats itself.
    case repeatedEpoch = "repeated-epoch"
    /// A line or document that is not JSON or is nested too deeply.
    case badJSON = "bad-json"
    /// The rest of a document that is not GPX, declares entities or ends too early.
    case badXML = "bad-xml"
    /// A GPX point without valid coordinates, or a GeoJSON feature that is not a Point.
    case badPoint = "bad-point"
    /// A report of a device other than the configured one.
    case otherDevice = "other-device"

    /// Whether the discarded input may have been a position, as opposed to bytes damaged in
    /// transmission.
    var mayBePosition: Bool {
        switch self {
        case .noChecksum, .malformed, .outOfRange, .nullIsland, .missingDigit, .otherDatum,
            .conflict,
            .repeatedEpoch, .badPoint, .otherDevice:
            true
        case .badChecksum, .truncated, .overlong, .binary, .badDate, .sentencesDisagree, .badJSON,
            .badXML:
            false
        }
    }

    /// One sentence: the remedy for the problem.
    public var remedy: String {
        switch self {
        case .badChecksum:
            "Bytes are damaged on the way; check the cable, the ground and the line speed."
        case .noChecksum:
            "Sentences come without checksum; switch checksums on in the receiver or plotter that "
                + "sends them."
        case .truncated:
            "Bytes are lost on the way; raise the line speed or switch unneeded sentences off."
        case .overlong:
            "Something other than NMEA 0183 or JSON lines arrives; check the device and its speed."
        case .binary:
            "The receiver mixes binary data into its text; that is skipped and needs no action."
        case .malformed:
            "Sentences have invalid fields; check the output settings of the sender."
        case .outOfRange:
            "Values are out of range; check the sender and the line."
        case .badDate:
            "The receiver sends impossible dates; positions are used, times are not."
        case .nullIsland:
            "The receiver reports 0 N 0 E; set allow_null_island = true if it really is there."
        case .missingDigit:
            "A coordinate lacks a digit: latitude has four digits before the point (ddmm), longitude "
                + "five (dddmm); correct the program that writes the sentences."
        case .sentencesDisagree:
            "A sentence has another time than the one with the date and is left out; set the "
                + "instrument that sends it to UTC, or switch that sentence off."
        case .otherDatum:
            "The receiver reports positions in another datum than WGS 84 (DTM), hundreds of metres off; "
                + "set it to WGS 84."
        case .conflict:
            "Sentences of one moment contradict each other; check that only one receiver talks."
        case .repeatedEpoch:
            "The receiver sends the same time over and over; restart it if that persists."
        case .badJSON:
            "A line is not valid JSON; check the program that sends it."
        case .badXML:
            "The file is incomplete, is not GPX, or declares entities; the part before is used. Export it again."
        case .badPoint:
            "The file has a point without a valid latitude or longitude; the others are used."
        case .otherDevice:
            "Several receivers share this gpsd; the others are ignored as configured."
        }
    }
}
