import Chronology
import Geodesy
import JSONText

/// The values of one pushed JSON line.
struct PushedFix {
    var time: StatedTime?
    var lat: Double?
    var lon: Double?
    var alt: Double?
    var altitudeMetres: Double?
    var verticalAccuracyMetres: Double?
    var accuracyMetres: Double?
    var accuracyLevel: Level?
    var speedMetresPerSecond: Double?
    var courseDegrees: Double?
    var headingDegrees: Double?
    var satellites: Int?
    var hdop: Double?
    var additions: Additions?
    /// The sender's text about a missing position.
    var error: String?
    var floor: Double?
    var mode: Double?
    var isLastKnown: Bool?
    /// Keys of the formats of other programs for a position.
    var foreignKeys: [String] = []

    /// The stated level of `accuracy_m`.
    enum Level {
        /// A known level.
        case known(HorizontalAccuracy.Level)
        /// A value that is not a known level.
        case unknown
    }

    private enum Key: String, CaseIterable {
        case time, lat, lon, alt, floor, mode
        case altitude = "altitude_m"
        case verticalAccuracy = "vertical_accuracy_m"
        case accuracy = "accuracy_m"
        case accuracyLevel = "accuracy_level"
        case speed = "speed_mps"
        case course = "course_deg"
        case heading = "heading_deg"
        case satellites, hdop, additional, error
        case lastKnown = "last_known"
        case latitude, longitude, lng
        static let table = JSONKeys(Self.self)
    }

    /// Reads the line.
    ///
    /// - Throws: `JSONFault` when it is not one JSON object, `JSONLine.Mismatch` for a value of
    ///   another type.
    init(_ line: inout JSONLine) throws {
        try line.members(among: Key.table) { key, line throws in
            switch key {
            case .time: time = try line.time(key)
            case .lat: lat = try line.number(key)
            case .lon: lon = try line.number(key)
            case .alt: alt = try line.number(key)
            case .altitude: altitudeMetres = try line.number(key)
            case .verticalAccuracy: verticalAccuracyMetres = try line.number(key)
            case .accuracy: accuracyMetres = try line.number(key)
            case .accuracyLevel: accuracyLevel = try Level(&line, key)
            case .speed: speedMetresPerSecond = try line.number(key)
            case .course: courseDegrees = try line.number(key)
            case .heading: headingDegrees = try line.number(key)
            case .satellites: satellites = try line.whole(key)
            case .hdop: hdop = try line.number(key)
            case .additional: additions = try Self.additions(&line)
            case .error: error = try Self.error(&line)
            case .floor: floor = try line.number(key)
            case .mode: mode = try line.number(key)
            case .lastKnown: isLastKnown = try line.flag(key)
            case .latitude, .longitude, .lng:
                foreignKeys.append(key.rawValue)
                try line.read { json throws in try json.skipValue() }
            }
        }
        try line.end()
    }
}

extension PushedFix.Level {
    /// Reads a share of positions, such as 0.68, or a name, such as `68`; nil for null or NaN.
    fileprivate init?(_ line: inout JSONLine, _ key: some RawRepresentable<String>) throws {
        let level: HorizontalAccuracy.Level?
        switch try line.read({ json throws in try json.kind() }) {
        case .number: level = try line.number(key).flatMap { .init(probability: $0) }
        case .string: level = try line.text(key).flatMap { .init(word: $0) }
        case .null, .notNumber:
            _ = try line.number(key)
            return nil
        case .object, .array, .flag:
            try line.read { json throws in try json.skipValue() }
            level = nil
        }
        self = level.map { .known($0) } ?? .unknown
    }
}
