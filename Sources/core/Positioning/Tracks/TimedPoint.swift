import Chronology
import Geodesy
import JSONText

/// A point of a GeoJSON recording of a phone logger: a Feature whose geometry is a Point and whose
/// properties have time and accuracy.
struct TimedPoint {
    private var place: Coordinate?
    private var altitude: Double?
    private var time: UTCInstant?
    private var statedTime: String?
    private var accuracy: Double?
    private var verticalAccuracy: Double?
    private var speed: Double?
    private var course: Double?

    private enum FeatureKey: String, CaseIterable {
        case geometry, properties
        static let table = JSONKeys(Self.self)
    }

    private enum GeometryKey: String, CaseIterable {
        case type, coordinates
        static let table = JSONKeys(Self.self)
    }

    private enum PropertyKey: String, CaseIterable {
        case time, timestamp, datetime
        case recordedAt = "recorded_at"
        case accuracy
        case accuracyMetres = "accuracy_m"
        case horizontalAccuracy = "horizontal_accuracy"
        case verticalAccuracy = "vertical_accuracy"
        case altitude, speed
        case speedMetresPerSecond = "speed_mps"
        case bearing, course
        case courseDegrees = "course_deg"
        static let table = JSONKeys(Self.self)
    }

    /// Reads any value. A value that is not such a feature has neither position nor time.
    init(_ json: inout JSONReader) throws(JSONFault) {
        guard try json.kind() == .object else {
            try json.skipValue()
            return
        }
        var walk = try json.openObject()
        while let key = try json.nextKey(&walk, among: FeatureKey.table) {
            guard try json.kind() == .object else {
                try json.skipValue()
                continue
            }
            switch key {
            case .geometry: try readGeometry(&json)
            case .properties: try readProperties(&json)
            }
        }
    }

    private mutating func readGeometry(_ json: inout JSONReader) throws(JSONFault) {
        var isPoint = false
        var numbers: [Double] = []
        var walk = try json.openObject()
        while let key = try json.nextKey(&walk, among: GeometryKey.table) {
            switch (key, try json.kind()) {
            case (.type, .string): isPoint = try json.string() == "Point"
            case (.coordinates, .array):
                var elements = try json.openArray()
                while try json.hasElement(&elements) {
                    numbers.append(try json.numberOrNil() ?? .nan)
                }
            case (_, _): try json.skipValue()
            }
        }
        guard isPoint, numbers.count >= 2 else { return }
        place = Coordinate(latitude: numbers[1], longitude: numbers[0])
        if numbers.count > 2, !numbers[2].isNaN { altitude = numbers[2] }
    }

    private mutating func readProperties(_ json: inout JSONReader) throws(JSONFault) {
        var walk = try json.openObject()
        while let key = try json.nextKey(&walk, among: PropertyKey.table) {
            switch key {
            case .time, .timestamp, .datetime, .recordedAt: try readTime(&json)
            case .accuracy, .accuracyMetres, .horizontalAccuracy:
                accuracy = try json.numberOrNil() ?? accuracy
            case .verticalAccuracy:
                verticalAccuracy = try json.numberOrNil() ?? verticalAccuracy
            case .altitude: altitude = try json.numberOrNil() ?? altitude
            case .speed, .speedMetresPerSecond: speed = try json.numberOrNil() ?? speed
            case .bearing, .course, .courseDegrees: course = try json.numberOrNil() ?? course
            }
        }
    }

    /// Reads RFC 3339 text, or seconds or milliseconds since 1970.
    private mutating func readTime(_ json: inout JSONReader) throws(JSONFault) {
        if try json.kind() == .string {
            let text = try json.withString { StatedTime($0) }
            time = time ?? text.instant
            if case .unreadable(let words, let fault) = text {
                statedTime = "time is \"\(words)\"; \(fault.sentence(words))"
            }
        } else if let number = try json.numberOrNil() {
            let seconds = number > Self.mostSeconds ? number / 1000 : number
            guard (0...Self.mostSeconds).contains(seconds) else { return }
            time = time ?? UTCInstant(nanoseconds: Int64((seconds * 1000).rounded()) * 1_000_000)
        }
    }

    /// The limit between seconds and milliseconds: the year 2128 in seconds.
    private static let mostSeconds = 5e9

    /// Returns the fix of the point, or the problem.
    func reading(_ settings: PushedSettings) -> PushedFixDecoder.Reading {
        func problem(_ reason: DiscardReason, _ sentence: String) -> PushedFixDecoder.Reading {
            .problem(PushedFixDecoder.Problem(reason: reason, sentence: sentence))
        }
        guard let place else { return problem(.badPoint, "the feature is not a Point.") }
        guard let time else {
            return problem(
                .malformed, statedTime ?? "the point has no time; write it as properties.time.")
        }
        guard abs(place.latitude) <= 90, abs(place.longitude) <= 180 else {
            return problem(
                .outOfRange,
                "the position [\(place.longitude), \(place.latitude)] is not a longitude and latitude."
            )
        }
        if place.latitude == 0, place.longitude == 0, !settings.allowsNullIsland {
            return problem(.nullIsland, "0, 0 is not accepted as a position.")
        }
        // Phones mark an altitude and a place that they do not know with a negative accuracy.
        let altitude = (verticalAccuracy ?? 0) >= 0 ? altitude : nil
        var fix = Fix(
            position: place, time: time, mode: altitude == nil ? .twoDimensional : .threeDimensional
        )
        fix.isLastKnown = (accuracy ?? 0) < 0
        fix.altitudeMetres = altitude
        fix.verticalAccuracyMetres = verticalAccuracy.flatMap { $0 > 0 ? $0 : nil }
        fix.horizontalAccuracy = accuracy.flatMap {
            HorizontalAccuracy(metres: $0, level: settings.accuracyLevel, basis: .reported)
        }
        fix.speedMetresPerSecond = speed.flatMap { $0 >= 0 ? $0 : nil }
        fix.courseDegrees = course.flatMap { $0 >= 0 && $0 <= 360 ? ($0 == 360 ? 0 : $0) : nil }
        return .fix(fix)
    }
}

extension JSONReader {
    /// Reads a finite number; skips any other value and returns nil.
    fileprivate mutating func numberOrNil() throws(JSONFault) -> Double? {
        guard try kind() == .number else {
            try skipValue()
            return nil
        }
        let number = try number()
        return number.isFinite ? number : nil
    }
}
