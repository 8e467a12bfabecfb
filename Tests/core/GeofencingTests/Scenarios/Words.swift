import Chronology
import Fixes
import Geodesy
import Geofencing

/// The words of one line of a scenario file.
struct Words {
    private var words: ArraySlice<String>

    init(_ line: String) {
        words = line.split(separator: " ").map(String.init)[...]
    }

    mutating func next() -> String? { words.popFirst() }

    func peek() -> String? { words.first }

    mutating func rest() -> [String] {
        defer { words = [] }
        return Array(words)
    }

    mutating func word() throws -> String {
        guard let word = next() else { throw Unreadable(text: "the line ends too early") }
        return word
    }

    mutating func number() throws -> Double { try figure(try word()) }

    /// `key=value` words and flags, as pairs.
    mutating func pairs() -> [(String, String)] {
        rest().map { word in
            guard let equals = word.firstIndex(of: "=") else { return (word, "") }
            return (String(word[..<equals]), String(word[word.index(after: equals)...]))
        }
    }

    mutating func feed() throws -> FeedSettings {
        var feed = FeedSettings()
        for (key, value) in pairs() {
            switch key {
            case "stale_s": feed.stale_s = try figure(value)
            case "max_gap_s": feed.maxGap_s = try figure(value)
            case "max_speed_mps": feed.maxSpeed_mps = Double(value)
            case "reorder_s": feed.reorder_s = try figure(value)
            case "resume_max_s": feed.resumeMax_s = try figure(value)
            case "doppler_margin_mps": feed.dopplerMargin_mps = Double(value)
            case "max_acceleration_mps2": feed.maxAcceleration_mps2 = try figure(value)
            case "origin":
                guard let origin = FixOrigin(rawValue: value) else {
                    throw Unreadable(text: "no origin '\(value)'")
                }
                feed.origin = origin
            case "pace": feed.pace = try figure(value)
            case "order_check": feed.checksTimeOrder = value != "off"
            case "date_check": feed.checksDates = value != "off"
            case "arrival_check": feed.marksLateArrival = value != "off"
            case "zero_check": feed.checksZeroCoordinates = value != "off"
            case "height_check": feed.checksHeights = value != "off"
            case "frozen_check": feed.checksFrozen = value != "off"
            default: throw Unreadable(text: "feed has no '\(key)'")
            }
        }
        return feed
    }

    /// Takes the words for the details of a fix, which only expressions read.
    mutating func fixDetails() throws -> FixDetails? {
        var own: [String: String] = [:]
        words.removeAll { word in
            guard let equals = word.firstIndex(of: "="),
                ["satellites", "hdop", "heading", "extra"].contains(word[..<equals])
            else { return false }
            own[String(word[..<equals])] = String(word[word.index(after: equals)...])
            return true
        }
        guard !own.isEmpty else { return nil }
        return FixDetails(
            satellites: try own["satellites"].map { Int(try figure($0)) },
            hdop: try own["hdop"].map { try figure($0) },
            heading_deg: try own["heading"].map { try figure($0) },
            additional: own["extra"])
    }

    mutating func kind(_ defaults: KindDefaults) throws -> KindDefaults {
        var defaults = defaults
        try set(pairs(), \.kind, of: &defaults)
        return defaults
    }

    mutating func details(of update: inout LocationUpdate) throws {
        for (key, value) in pairs() {
            switch key {
            case "lastknown": update.isLastKnown = true
            case "json": update.comesAsJSONLine = true
            case "valt": update.verticalAccuracy_m = try figure(value)
            case "shift": update.time = update.time?.advanced(bySeconds: try seconds(value))
            case "rollover": update.hasWeekRollover = true
            case "speed": update.speed_mps = try figure(value)
            case "course": update.course_deg = try figure(value)
            case "floor": update.floor = Int(value)
            case "alt": update.altitude_m = try figure(value)
            case "level": update.accuracyLevel = try figure(value)
            case "utc":
                update.time =
                    value == "none"
                    ? nil : Scenario.start.advanced(bySeconds: try seconds(value))
            default:
                guard key.hasPrefix("±"), key.hasSuffix("m") else {
                    throw Unreadable(text: "a fix has no '\(key)'")
                }
                update.accuracy_m = try figure(String(key.dropFirst().dropLast()))
            }
        }
    }
}

/// A number, or the reason why it is none.
func figure(_ text: String) throws -> Double {
    guard let value = Double(text) else { throw Unreadable(text: "'\(text)' is no number") }
    return value
}

/// Seconds, as `12.5s`.
func seconds(_ text: some StringProtocol) throws -> Double {
    guard text.hasSuffix("s"), let value = Double(text.dropLast()) else {
        throw Unreadable(text: "'\(text)' is no time like 12s")
    }
    return value
}

/// The place `x,y` metres east and north of `origin`.
func offset(_ text: String, from origin: Coordinate) throws -> Coordinate {
    let parts = text.split(separator: ",").map { Double($0) }
    guard parts.count == 2, let east = parts[0], let north = parts[1] else {
        throw Unreadable(text: "'\(text)' is no place like 10,-20")
    }
    let beside = origin.destination(azimuth: north < 0 ? 180 : 0, distance: abs(north))
    return beside.destination(azimuth: east < 0 ? -90 : 90, distance: abs(east))
}
