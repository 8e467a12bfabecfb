/// A file in which fences are commonly handed on, but which is not one GeoJSON text.
enum ForeignFile {
    /// Text of two bytes a letter, as some editors and shells write it.
    case utf16
    /// An archive, as KMZ and packed shapefiles are.
    case zip
    /// Something that `gzip` has packed.
    case gzip
    /// KML, GPX and the like.
    case xml
    /// GeoJSON texts with a record separator before each (RFC 8142).
    case sequence
    /// One GeoJSON text a line.
    case lines

    /// The most bytes that show what a file is.
    static let tellingBytes = 4

    private static let beginnings: [(bytes: [UInt8], file: ForeignFile)] = [
        ([0xFF, 0xFE], .utf16), ([0xFE, 0xFF], .utf16),
        ([0x50, 0x4B, 0x03, 0x04], .zip),
        ([0x1F, 0x8B], .gzip),
        ([0x3C], .xml), ([0xEF, 0xBB, 0xBF, 0x3C], .xml),
        ([0x1E], .sequence),
    ]

    /// What the first bytes of a file show: nil for one that may be GeoJSON, and for `lines`, whose
    /// first object is.
    init?(beginning bytes: some Sequence<UInt8>) {
        let known = Self.beginnings.first { bytes.starts(with: $0.bytes) }
        guard let known else { return nil }
        self = known.file
    }

    /// What it is and what to do about it.
    var refusal: Refusal {
        switch self {
        case .utf16:
            Refusal(
                "the file is UTF-16 text, not UTF-8",
                hint: "convert it, for example with iconv -f UTF-16 -t UTF-8")
        case .zip:
            Refusal(
                "the file is a zip archive, as KMZ is",
                hint: "unzip it, and convert what is in it to GeoJSON, for example with "
                    + "ogr2ogr -f GeoJSON")
        case .gzip: Refusal("the file is packed with gzip", hint: "unpack it with gunzip")
        case .xml:
            Refusal(
                "the file is XML, as KML and GPX are",
                hint: "convert it to GeoJSON, for example with ogr2ogr -f GeoJSON")
        case .sequence:
            Refusal("the file is a GeoJSON text sequence (RFC 8142)", hint: Self.collect)
        case .lines:
            Refusal(
                "the file has one GeoJSON object behind another, as newline-delimited GeoJSON has",
                hint: Self.collect)
        }
    }

    private static let collect =
        "make one FeatureCollection of it, for example with ogr2ogr -f GeoJSON"
}
