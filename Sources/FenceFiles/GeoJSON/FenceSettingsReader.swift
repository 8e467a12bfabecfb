import Chronology
import Geofencing
import JSONText
import Spelling

/// Reads `properties.geofence`, member by member, and records all problems.
struct FenceSettingsReader {
    private(set) var settings = FenceSettings()
    /// The radius of a Point, which makes it a circle.
    private(set) var radius_m: Double?
    private(set) var refusals: [Refusal] = []
    /// Notes that do not affect the fence.
    private(set) var notes: [Refusal] = []
    /// The members that are given.
    private(set) var given: Set<String> = []

    /// The known members.
    static let keys = [
        "altitude_max_m", "altitude_min_m", "buffer_m", "confirm_enter", "confirm_exit",
        "dwell_max_gap_s", "dwell_repeat_s", "dwell_s", "enabled", "expires_at", "floor",
        "ignore_period_s", "kind", "radius_m", "schedule", "tolerance_enter", "tolerance_enter_m",
        "tolerance_exit", "tolerance_exit_m",
    ]

    /// Ten years: a longer period is most likely a wrong unit.
    private static let longestPeriod_s = 315_360_000.0

    /// Reads the value. Null, here and for every member, means absent: programs that export tables
    /// as GeoJSON give each feature the members of all others.
    mutating func read(_ json: inout JSONReader) throws {
        switch try json.kind() {
        case .object: try readObject(&json)
        case .null: try json.null()
        case .string: try readText(&json)
        case .array, .number, .notNumber, .flag:
            refusals.append(Refusal("properties.geofence is not an object"))
            try json.skipValue()
        }
    }

    /// QGIS and GDAL write an object within properties as text.
    private mutating func readText(_ json: inout JSONReader) throws {
        let start = json.position
        var inner = JSONReader(Array(try json.string().utf8))
        do {
            guard try inner.kind() == .object else { throw inner.fault("it is no object") }
            try readObject(&inner)
            guard inner.isAtEnd() else { throw inner.fault("something follows the object") }
            notes.append(
                Refusal(
                    "properties.geofence is text, as QGIS and GDAL write it; the object in it is read",
                    offset: start))
        } catch let fault as JSONFault {
            refusals.append(
                Refusal(
                    "properties.geofence is text that holds no object of settings: \(fault.reason)",
                    hint: "write the object without quotation marks around it", offset: start))
        }
    }

    private mutating func readObject(_ json: inout JSONReader) throws {
        var walk = try json.openObject()
        while let key = try json.nextKey(&walk) {
            if try json.kind() == .null {
                try json.null()
                continue
            }
            given.insert(key)
            let start = json.mark
            do {
                try readMember(key, &json)
            } catch var refusal as Refusal {
                refusal.reason = "geofence.\(key)\(refusal.ending)"
                refusals.append(refusal)
                json.go(to: start)
                try json.skipValue()
            }
        }
        checkTogether()
    }

    mutating func readMember(_ key: String, _ json: inout JSONReader) throws {
        let meters = FenceUse.distances_m
        let tolerances_m = -meters.upperBound...meters.upperBound
        let seconds = 0...Self.longestPeriod_s
        switch key {
        case "buffer_m": settings.buffer_m = try json.number(in: meters)
        case "radius_m": radius_m = try json.number(in: 0.001...meters.upperBound)
        case "kind": settings.kind = try json.word(FenceKind.self)
        case "floor": settings.floor = Int(try json.number(in: -1000...1000, isWhole: true))
        case "enabled": settings.enabled = try json.flagOrRefusal()
        case "tolerance_enter": settings.toleranceEnter = try json.number(in: -1...100)
        case "tolerance_exit": settings.toleranceExit = try json.number(in: -1...100)
        case "tolerance_enter_m": settings.toleranceEnter_m = try json.number(in: tolerances_m)
        case "tolerance_exit_m": settings.toleranceExit_m = try json.number(in: tolerances_m)
        case "ignore_period_s": settings.ignorePeriod_s = try json.number(in: seconds)
        case "confirm_enter": settings.confirmEnter = try json.confirmation()
        case "confirm_exit": settings.confirmExit = try json.confirmation()
        case "dwell_s": settings.dwell_s = try json.number(in: 0.001...Self.longestPeriod_s)
        case "dwell_repeat_s":
            settings.dwellRepeat_s = try json.number(in: 1...Self.longestPeriod_s)
        case "dwell_max_gap_s": settings.dwellMaxGap_s = try json.number(in: seconds)
        case "altitude_min_m": settings.altitudeMinimum_m = try json.number(in: -1e4...1e5)
        case "altitude_max_m": settings.altitudeMaximum_m = try json.number(in: -1e4...1e5)
        case "expires_at": settings.expiresAt = try json.expiry()
        case "schedule": settings.schedule = try json.schedule()
        default: throw Refusal("is not a known key\(didYouMean(key, among: Self.keys))")
        }
    }

    private mutating func checkTogether() {
        checkTolerances()
        if let lowest = settings.altitudeMinimum_m, let highest = settings.altitudeMaximum_m,
            highest <= lowest
        {
            refusals.append(Refusal("geofence.altitude_max_m is not above altitude_min_m"))
        }
        if settings.kind == .level, settings.floor == nil {
            refusals.append(
                Refusal("geofence.kind is \"level\" without a floor", hint: "give geofence.floor"))
        }
    }

    private mutating func checkTolerances() {
        let shares = [
            ("tolerance_enter", settings.toleranceEnter),
            ("tolerance_exit", settings.toleranceExit),
        ].first { $0.1 != nil }
        let tolerances = settings.tolerances
        let unit = tolerances.unit == .metres ? "_m" : ""
        if let (share, _) = shares, tolerances.unit == .metres {
            let metres = tolerances.enter == nil ? "tolerance_exit_m" : "tolerance_enter_m"
            refusals.append(
                Refusal(
                    "geofence.\(metres) stands beside \(share), and tolerances are either shares or "
                        + "metres", hint: "remove one of them"))
        }
        if let enter = tolerances.enter, let exit = tolerances.exit, exit < enter {
            refusals.append(
                Refusal(
                    "geofence.tolerance_exit\(unit) (\(exit)) is below tolerance_enter\(unit) "
                        + "(\(enter))",
                    hint: "make it at least as large, or each fix would enter and leave"))
        }
    }
}

extension Refusal {
    /// The reason as the end of a sentence that begins with a key; one about a member of its value
    /// begins with a point.
    fileprivate var ending: String { reason.hasPrefix(".") ? reason : " \(reason)" }
}

/// Values of settings; the reason of a refusal is a predicate of the key.
extension JSONReader {
    fileprivate mutating func number(
        in range: ClosedRange<Double>, isWhole: Bool = false
    ) throws -> Double {
        if try kind() == .notNumber {
            let fault = notNumberFault
            throw Refusal("is \(fault.reason)", hint: fault.remedy, offset: position)
        }
        guard try kind() == .number else { throw Refusal("is not a number") }
        let number = try number()
        guard range.contains(number) else {
            throw Refusal("is \(number)", hint: "give \(range.lowerBound) to \(range.upperBound)")
        }
        guard !isWhole || number.rounded() == number else {
            throw Refusal("is \(number)", hint: "give a whole number")
        }
        return number
    }

    /// The value of `confirm_enter` and `confirm_exit`.
    fileprivate mutating func confirmation() throws -> Confirmation {
        guard try kind() == .object else {
            throw Refusal("is not an object", hint: #"give {"fixes": 3, "seconds": 10}"#)
        }
        var confirmation = Confirmation()
        var walk = try openObject()
        while let key = try nextKey(&walk) {
            if try kind() == .null {
                try null()
                continue
            }
            do {
                switch key {
                case "fixes": confirmation.fixes = Int(try number(in: 1...1000, isWhole: true))
                case "seconds": confirmation.seconds = try number(in: 0...86400)
                default:
                    throw Refusal(
                        "is not a known key\(didYouMean(key, among: ["fixes", "seconds"]))")
                }
            } catch var refusal as Refusal {
                refusal.reason = ".\(key)\(refusal.ending)"
                throw refusal
            }
        }
        return confirmation
    }

    fileprivate mutating func flagOrRefusal() throws -> Bool {
        guard try kind() == .flag else { throw Refusal("is neither true nor false") }
        return try flag()
    }

    fileprivate mutating func word<Choice: RawRepresentable<String> & CaseIterable>(
        _: Choice.Type
    ) throws -> Choice {
        let words = Choice.allCases.map(\.rawValue)
        guard try kind() == .string else {
            throw Refusal("is not a string", hint: "give \(words.joined(separator: " or "))")
        }
        let text = try string()
        guard let choice = Choice(rawValue: text) else {
            throw Refusal(
                "is \"\(text)\"\(didYouMean(text, among: words))",
                hint: "give \(words.joined(separator: " or "))")
        }
        return choice
    }

    /// When a fence expires; nil for a year far in the future, such as 9999, which means never.
    fileprivate mutating func expiry() throws -> UTCInstant? {
        let hint = "give a time such as 2027-01-31T18:00:00Z"
        guard try kind() == .string else { throw Refusal("is not a string", hint: hint) }
        let text = try string()
        guard let time = RFC3339Time(text) else {
            throw Refusal("is \"\(text)\", not an RFC 3339 time with zone", hint: hint)
        }
        let first = UTCInstant.years.lowerBound
        guard time.date.year >= first else {
            throw Refusal("is \"\(text)\", which lies before the year \(first)", hint: hint)
        }
        return time.instant
    }
}
