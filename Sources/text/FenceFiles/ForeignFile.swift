/// A common format of fence data other than a single GeoJSON text.
enum ForeignFile {
    /// UTF-16 text, as written by some editors and shells.
    case utf16
    /// A zip archive, such as KMZ or a packed shapefile.
    case zip
    /// Data compressed by `gzip`.
    case gzip
    /// A web page that shows a file, instead of the file.
    case webPage
    /// Other XML formats.
    case kml, gpx, xml
    /// A shapefile, or a GeoPackage.
    case shapefile, geoPackage
    /// GeoJSON texts with a record separator before each (RFC 8142).
    case sequence
    /// One GeoJSON text per line.
    case lines
    /// The answer of an ArcGIS service to `f=json`.
    case arcGIS
    /// Waypoints of OwnTracks.
    case ownTracks
    /// A QGroundControl mission with its geofence.
    case groundControlPlan
    /// The answer of Overpass, the query service of OpenStreetMap.
    case overpass
    /// The error message of a service instead of data.
    case serviceError

    /// The number of bytes needed to recognize a format: in XML the root element follows the
    /// declaration and comments.
    static let recognizableBytes = 512

    private static let beginnings: [(bytes: [UInt8], file: ForeignFile)] = [
        ([0xFF, 0xFE], .utf16), ([0xFE, 0xFF], .utf16),
        ([0x50, 0x4B, 0x03, 0x04], .zip),
        ([0x1F, 0x8B], .gzip),
        ([0x1E], .sequence),
        ([0x00, 0x00, 0x27, 0x0A], .shapefile),
        (Array("SQLite format 3".utf8), .geoPackage),
    ]

    /// Recognizes a format by the first bytes; nil if it may be GeoJSON or other JSON.
    init?(beginning bytes: [UInt8]) {
        if let known = Self.beginnings.first(where: { bytes.starts(with: $0.bytes) }) {
            self = known.file
            return
        }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let start = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard start.first == UInt8(ascii: "<") else { return nil }
        let words = String(decoding: start.prefix(Self.recognizableBytes), as: UTF8.self)
            .lowercased()
        self =
            if words.contains("<html") || words.contains("<!doctype html") {
                .webPage
            } else if words.contains("<kml") {
                .kml
            } else if words.contains("<gpx") {
                .gpx
            } else {
                .xml
            }
    }

    /// Recognizes a format by the members of a JSON object that is not GeoJSON.
    init?(members: Set<String>, type: String?) {
        if members.contains("osm3s") || members.isSuperset(of: ["generator", "elements"]) {
            self = .overpass
        } else if members.contains("fileType") && members.contains("geoFence") {
            self = .groundControlPlan
        } else if members.contains("_type") || members.contains("waypoints") {
            self = .ownTracks
        } else if type == nil && !members.isDisjoint(with: Self.arcGISMembers) {
            self = .arcGIS
        } else if type == nil && members.contains("error") {
            self = .serviceError
        } else {
            return nil
        }
    }

    private static let arcGISMembers: Set = [
        "geometryType", "spatialReference", "objectIdFieldName", "rings", "paths", "curveRings",
        "displayFieldName", "featureSet",
    ]

    /// The message: the format of the file, and the remedy.
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
        case .gzip: Refusal("the file is compressed with gzip", hint: "decompress it with gunzip")
        case .webPage:
            Refusal(
                "the file is a web page, not GeoJSON",
                hint: "download the file itself, not the page that shows it or asks for a password")
        case .kml: Refusal("the file is KML", hint: Self.convert)
        case .gpx: Refusal("the file is GPX", hint: Self.convert)
        case .xml: Refusal("the file is XML, not GeoJSON", hint: Self.convert)
        case .shapefile: Refusal("the file is a shapefile", hint: Self.convert)
        case .geoPackage: Refusal("the file is a GeoPackage or SQLite file", hint: Self.convert)
        case .sequence:
            Refusal("the file is a GeoJSON text sequence (RFC 8142)", hint: Self.collect)
        case .lines:
            Refusal(
                "the file has one GeoJSON object after another, like newline-delimited GeoJSON",
                hint: Self.collect)
        case .arcGIS:
            Refusal(
                "the file is ArcGIS JSON",
                hint: "ask the service for f=geojson, or convert it with ogr2ogr -f GeoJSON")
        case .ownTracks:
            Refusal(
                "the file holds waypoints of OwnTracks",
                hint:
                    "make each a GeoJSON Point, longitude first, with its rad as geofence.radius_m")
        case .groundControlPlan:
            Refusal(
                "the file is a plan of QGroundControl",
                hint: "make each polygon of its geoFence a GeoJSON Polygon, longitude first")
        case .overpass:
            Refusal(
                "the file is Overpass JSON, the answer of OpenStreetMap's query service",
                hint: "convert it to GeoJSON with osmtogeojson")
        case .serviceError:
            Refusal(
                "the file is an error message of a service, not GeoJSON",
                hint: "read it, and download the file again")
        }
    }

    private static let convert =
        "convert it to GeoJSON, for example with ogr2ogr -f GeoJSON"
    private static let collect =
        "make one FeatureCollection of it, for example with ogr2ogr -f GeoJSON"
}
