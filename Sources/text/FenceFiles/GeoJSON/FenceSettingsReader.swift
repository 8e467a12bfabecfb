import Chronology
import Geofencing
import JSONText
import Suggestions

/// Reads the members of `properties.geofence` and records all problems.
struct FenceSettingsReader {
    private(set) var settings = FenceSettings()
    /// The radius in metres of a Point, which makes it a circle.
    private(set) var radius_m: Double?
    private(set) var refusals: [Refusal] = []
    /// Notes that do not affect the fence.
    private(set) var notes: [Refusal] = []
    /// The members that have a value.
    private(set) var given: Set<String> = []

    /// The names of the known members.
    static let keys = (Array(places.keys) + ["radius_m"]).sorted()
    private static let places = Dictionary(
        uniqueKeysWithValues: Setting.all.compactMap { setting in
            setting.fence.map { (setting.key, ($0, setting.form)) }
        })

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

    /// Reads an object in a string, as QGIS and GDAL write an object within properties.
    private mutating func readText(_ json: inout JSONReader) throws {
        let start = json.position
        var inner = JSONReader(Array(try json.string().utf8))
        do {
            guard try inner.kind() == .object else { throw inner.fault("it is not an object") }
            try readObject(&inner)
            guard inner.isAtEnd() else { throw inner.fault("there is text after the object") }
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
        if key == "radius_m" {
            radius_m = try json.number(in: DrawnCircle.radii_m)
        } else if let (place, form) = Self.places[key] {
            if let value = try json.value(form) { place.set(&settings, value) }
        } else {
            throw Refusal("is not a known key\(didYouMean(key, among: Self.keys))")
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
    /// The reason as the end of a sentence that begins with a key. A reason about a member of the
    /// value begins with a point.
    fileprivate var ending: String { reason.hasPrefix(".") ? reason : " \(reason)" }
}

/// Reads values of settings. The reason of a refusal is a predicate of the key.
extension JSONReader {
    /// Reads a value of a form; nil for a value that means "not set".
    fileprivate mutating func value(_ form: Setting.Form) throws -> Setting.Value? {
        switch form {
        case .number(let range): .number(try number(in: range))
        case .integer(let range): .integer(try integer(in: range))
        case .flag: .flag(try flagOrRefusal())
        case .word(let words): .text(try word(words))
        case .confirmation(let fixes, let seconds): .confirmation(try confirmation(fixes, seconds))
        case .hours: .hours(try schedule())
        case .time: try expiry().map(Setting.Value.time)
        case .text, .texts, .accuracyLimit, .own:
            preconditionFailure("no fence has a setting of this form")
        }
    }

    private mutating func integer(in range: ClosedRange<Int>) throws -> Int {
        Int(try number(in: Double(range.lowerBound)...Double(range.upperBound), isWhole: true))
    }

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

    /// Reads the value of `confirm_enter` or `confirm_exit`.
    private mutating func confirmation(
        _ fixes: ClosedRange<Int>, _ seconds: ClosedRange<Double>
    ) throws -> Confirmation {
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
                case "fixes": confirmation.fixes = try integer(in: fixes)
                case "seconds": confirmation.seconds = try number(in: seconds)
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

    private mutating func flagOrRefusal() throws -> Bool {
        guard try kind() == .flag else { throw Refusal("is neither true nor false") }
        return try flag()
    }

    private mutating func word(_ words: [String]) throws -> String {
        guard try kind() == .string else {
            throw Refusal("is not a string", hint: "give \(words.joined(separator: " or "))")
        }
        let text = try string()
        guard words.contains(text) else {
            throw Refusal(
                "is \"\(text)\"\(didYouMean(text, among: words))",
                hint: "give \(words.joined(separator: " or "))")
        }
        return text
    }

    /// Reads the expiry time of a fence; nil for a year like 9999, which means never.
    private mutating func expiry() throws -> UTCInstant? {
        let hint = "give a time such as 2027-01-31T18:00:00Z"
        guard try kind() == .string else { throw Refusal("is not a string", hint: hint) }
        let text = try string()
        guard let time = RFC3339Time(text) else {
            throw Refusal("is \"\(text)\", not an RFC 3339 time with zone", hint: hint)
        }
        let first = UTCInstant.years.lowerBound
        guard time.date.year >= first else {
            throw Refusal("is \"\(text)\", which is before the year \(first)", hint: hint)
        }
        return time.instant
    }
}
