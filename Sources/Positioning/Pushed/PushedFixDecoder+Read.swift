import Chronology
import FoundationEssentials
import Geodesy

extension PushedFixDecoder {
    /// What one pushed object amounts to.
    public enum Reading: Hashable, Sendable {
        /// A usable position.
        case fix(Fix)
        /// The sender says that it has no position.
        case noFix(NoFixReason)
        /// The object is wrong.
        case problem(Problem)
    }

    /// What is wrong with a pushed object.
    public struct Problem: Hashable, Sendable {
        /// The word under which it is counted.
        public let reason: DiscardReason
        /// One sentence for the sender: which key, and what it should be.
        public let sentence: String
    }

    /// Reads one JSON object, without line feed.
    public static func read(_ text: [UInt8], _ settings: PushedSettings) -> Reading {
        guard isShallowJSON(text) else {
            return problem(.badJSON, "The object nests deeper than \(maximumJSONDepth) levels.")
        }
        do {
            return reading(
                of: try JSONDecoder().decode(PushedFix.self, from: Data(text)), settings)
        } catch DecodingError.typeMismatch(let type, let context) {
            let key = context.codingPath.last?.stringValue ?? "The line"
            return problem(.malformed, "\(key) must be \(words(for: type)).")
        } catch {
            return problem(.badJSON, "The line is not one JSON object.")
        }
    }

    /// What a value of that type is on the wire.
    private static func words(for type: any Any.Type) -> String {
        if type == Double.self { return "a number" }
        if type == Bool.self { return "true or false" }
        return type == String.self ? "a string" : "a JSON object"
    }

    private static func reading(of pushed: PushedFix, _ settings: PushedSettings) -> Reading {
        if let mode = pushed.mode, mode == 0 || mode == 1 { return .noFix(.void) }
        guard let latitude = pushed.lat, let longitude = pushed.lon else {
            return problem(.malformed, "lat and lon are required, in degrees.")
        }
        guard abs(latitude) <= 90 else {
            return problem(.outOfRange, "lat is \(latitude); it must be from -90 to 90.")
        }
        guard abs(longitude) <= 180 else {
            return problem(.outOfRange, "lon is \(longitude); it must be from -180 to 180.")
        }
        if latitude == 0, longitude == 0, !settings.allowsNullIsland {
            return problem(
                .nullIsland, "0, 0 is not taken for a place; allow_null_island = true does that.")
        }
        if let alt = pushed.alt, let altitude = pushed.altitudeMetres, alt != altitude {
            return problem(
                .malformed, "alt is \(alt) and altitude_m is \(altitude); give one of them.")
        }
        let altitude = pushed.altitudeMetres ?? pushed.alt
        let mode: FixMode
        switch pushed.mode {
        case .none: mode = altitude == nil ? .twoDimensional : .threeDimensional
        case .some(let number):
            guard let named = Int(exactly: number).flatMap(FixMode.init(rawValue:)) else {
                return problem(.malformed, "mode is \(number); it must be 0, 1, 2 or 3.")
            }
            mode = named
        }
        var floor: Int?
        if let number = pushed.floor {
            guard let whole = Int(exactly: number) else {
                return problem(.malformed, "floor is \(number); it must be a whole number.")
            }
            floor = whole
        }
        var time: UTCInstant?
        if let text = pushed.time {
            guard let instant = UTCInstant(rfc3339: text) else {
                return problem(
                    .malformed, "time is \"\(text)\"; it must be like 2026-11-21T07:40:00.000Z.")
            }
            time = instant
        }
        var fix = Fix(
            position: Coordinate(latitude: latitude, longitude: longitude), time: time, mode: mode)
        fix.altitudeMetres = altitude
        fix.floor = floor
        return completed(fix, from: pushed, settings)
    }

    private static func completed(
        _ start: Fix, from pushed: PushedFix, _ settings: PushedSettings
    ) -> Reading {
        var fix = start
        var level = settings.accuracyLevel
        if let stated = pushed.accuracyLevel {
            guard let known = stated.level else {
                let words = HorizontalAccuracy.Level.words.map { "\"\($0.key)\"" }
                return problem(
                    .malformed,
                    "accuracy_level must be a number from 0.01 to below 1, or one of "
                        + "\(words.joined(separator: ", ")).")
            }
            level = known
        }
        if let speed = pushed.speedMetresPerSecond, speed < 0 {
            return problem(.outOfRange, "speed_mps is \(speed); it must not be negative.")
        }
        if let course = pushed.courseDegrees, course < 0 || course > 360 {
            return problem(.outOfRange, "course_deg is \(course); it must be from 0 to 360.")
        }
        fix.verticalAccuracyMetres = pushed.verticalAccuracyMetres.flatMap { $0 > 0 ? $0 : nil }
        fix.horizontalAccuracy = pushed.accuracyMetres.flatMap {
            HorizontalAccuracy(metres: $0, level: level, basis: .reported)
        }
        fix.speedMetresPerSecond = pushed.speedMetresPerSecond
        fix.courseDegrees = pushed.courseDegrees.map { $0 == 360 ? 0 : $0 }
        fix.isLastKnown = pushed.isLastKnown ?? false
        return .fix(fix)
    }

    private static func problem(_ reason: DiscardReason, _ sentence: String) -> Reading {
        .problem(Problem(reason: reason, sentence: sentence))
    }
}
