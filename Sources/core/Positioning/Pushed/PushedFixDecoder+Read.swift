import Chronology
import Geodesy
import JSONText

extension PushedFixDecoder {
    /// The content of one pushed object.
    public enum Reading: Hashable, Sendable {
        /// A usable position.
        case fix(Fix)
        /// The sender reports that it has no position.
        case noFix(NoFixReason)
        /// The sender reports why it has no position.
        case failure(String)
        /// The object is invalid.
        case problem(Problem)

        /// The result as a report of a decoder.
        var report: Report {
            switch self {
            case .fix(let fix): .fix(fix)
            case .noFix(let reason): .noFix(reason)
            case .failure(let text): .failure(text)
            case .problem(let problem): .discard(problem.reason)
            }
        }
    }

    /// The problem with a pushed object.
    public struct Problem: Hashable, Sendable {
        /// The reason under which the object is counted.
        public let reason: DiscardReason
        /// One sentence for the sender: the key, and what its value should be.
        public let sentence: String
    }

    /// Reads one JSON object without its line feed.
    public static func read(_ text: [UInt8], _ settings: PushedSettings) -> Reading {
        var line = JSONLine(text, isStrict: true)
        return read(&line, settings)
    }

    /// Returns the first value of an object that stands for an unknown number; nil without one.
    public static func unknownValue(in text: [UInt8]) -> UnknownValue? {
        var line = JSONLine(text, isStrict: true)
        _ = try? PushedFix(&line)
        return line.firstUnknown.map { UnknownValue(line: 1, key: $0.key, text: $0.text) }
    }

    static func read(_ line: inout JSONLine, _ settings: PushedSettings) -> Reading {
        do {
            return reading(of: try PushedFix(&line), settings)
        } catch let mismatch as JSONLine.Mismatch {
            return problem(.malformed, "\(mismatch.key) must be \(mismatch.expected).")
        } catch let fault as JSONFault {
            return problem(
                .badJSON,
                "The line is not a JSON object: column \(fault.offset + 1): \(fault.reason).")
        } catch {
            preconditionFailure("reading JSON throws nothing else, but threw \(error)")
        }
    }

    private static func reading(of pushed: PushedFix, _ settings: PushedSettings) -> Reading {
        if let mode = pushed.mode, mode == 0 || mode == 1 { return .noFix(.void) }
        if let error = pushed.error, pushed.lat == nil, pushed.lon == nil { return .failure(error) }
        guard let latitude = pushed.lat, let longitude = pushed.lon else {
            let foreign = pushed.foreignKeys.joined(separator: " and ")
            return problem(
                .malformed,
                "lat and lon are required, in degrees"
                    + (foreign.isEmpty ? "." : "; the line has \(foreign) instead."))
        }
        guard abs(latitude) <= 90 else {
            return problem(.outOfRange, "lat is \(latitude); it must be from -90 to 90.")
        }
        guard abs(longitude) <= 180 else {
            return problem(.outOfRange, "lon is \(longitude); it must be from -180 to 180.")
        }
        if latitude == 0, longitude == 0, !settings.allowsNullIsland {
            return problem(
                .nullIsland,
                "0, 0 is not accepted as a position; allow_null_island = true accepts it.")
        }
        if let alt = pushed.alt, let altitude = pushed.altitudeMetres, alt != altitude {
            return problem(
                .malformed, "alt is \(alt) and altitude_m is \(altitude); give one of them.")
        }
        // Phones report a negative accuracy for an unknown altitude.
        let isAltitudeValid = (pushed.verticalAccuracyMetres ?? 0) >= 0
        let altitude = isAltitudeValid ? pushed.altitudeMetres ?? pushed.alt : nil
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
        let time: UTCInstant?
        switch pushed.time {
        case .none: time = nil
        case .instant(let instant): time = instant
        case .unreadable(let text, let fault):
            return problem(.malformed, "time is \"\(text)\"; \(fault.sentence(text))")
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
        fix.comesAsJSONLine = true
        var level = settings.accuracyLevel
        if let stated = pushed.accuracyLevel {
            guard case .known(let known) = stated else {
                let words = HorizontalAccuracy.Level.words.map { "\"\($0.key)\"" }
                return problem(
                    .malformed,
                    "accuracy_level must be a number from 0.01 to below 1, or one of "
                        + "\(words.joined(separator: ", ")).")
            }
            level = known
        }
        for (key, angle) in [
            ("course_deg", pushed.courseDegrees), ("heading_deg", pushed.headingDegrees),
        ] {
            if let angle, angle > 360 {
                return problem(.outOfRange, "\(key) is \(angle); it must be from 0 to 360.")
            }
        }
        switch pushed.additions {
        case .object(let additions): fix.additional = additions
        case .wrong(let demand): return problem(.malformed, "additional \(demand).")
        case nil: break
        }
        fix.satellitesUsed = pushed.satellites.flatMap { $0 >= 0 ? $0 : nil }
        fix.hdop = pushed.hdop.flatMap { $0 > 0 && $0 < 99 ? $0 : nil }
        fix.verticalAccuracyMetres = pushed.verticalAccuracyMetres.flatMap { $0 > 0 ? $0 : nil }
        fix.horizontalAccuracy = pushed.accuracyMetres.flatMap {
            HorizontalAccuracy(metres: $0, level: level, basis: .reported)
        }
        // Phones write -1 for an unknown speed or course.
        fix.speedMetresPerSecond = pushed.speedMetresPerSecond.flatMap { $0 >= 0 ? $0 : nil }
        fix.courseDegrees = angle(pushed.courseDegrees)
        fix.headingDegrees = angle(pushed.headingDegrees)
        // A negative accuracy marks an invalid position.
        let isPlaceInvalid = (pushed.accuracyMetres ?? 0) < 0
        fix.isLastKnown = pushed.isLastKnown ?? false || isPlaceInvalid
        return .fix(fix)
    }

    /// Returns an angle from 0 to below 360; nil for an unknown angle.
    private static func angle(_ degrees: Double?) -> Double? {
        degrees.flatMap { $0 >= 0 ? ($0 == 360 ? 0 : $0) : nil }
    }

    private static func problem(_ reason: DiscardReason, _ sentence: String) -> Reading {
        .problem(Problem(reason: reason, sentence: sentence))
    }
}
