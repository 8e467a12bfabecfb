import Geodesy
import Geofencing
import JSONText

/// A feature while it is read: its data so far, and its problems.
struct FeatureDraft {
    private var featureID: String?
    private var propertyID: String?
    private var name: String?
    /// The name as written by converters from KML or shapefiles (`Name` or `NAME`).
    private var convertedName: String?
    private var title: String?
    private var shape: Shape?
    private var settings = FenceSettings()
    private var radius_m: Double?
    private var properties: String?
    private var refusals: [Refusal] = []
    private var warnings: [Refusal] = []
    private var notes: [Refusal] = []
    /// The circle of a drawing tool, if any.
    private var drawnCircle = DrawnCircle()
    /// Misplaced members that were probably intended for `properties.geofence`.
    private var misplaced: [MisplacedSetting] = []
    /// The members of `geofence` that are present.
    private var givenSettings: Set<String> = []

    /// Whether the feature has a warning.
    var isDoubtful: Bool { !warnings.isEmpty }

    /// Reads a feature.
    mutating func read(_ json: inout JSONReader) throws {
        try attempt("it", &json) { try $0.readFeature(&$1) }
    }

    private mutating func readFeature(_ json: inout JSONReader) throws {
        guard try json.kind() == .object else {
            refusals.append(Refusal("is not a Feature object"))
            return try json.skipValue()
        }
        var type: String?
        var hasGeometry = false
        var walk = try json.openObject()
        while let key = try json.nextKey(&walk) {
            switch key {
            case "type": type = try json.stringOrNil()
            case "id": try attempt("\"id\"", &json) { try $0.featureID = $1.identity() }
            case "geometry":
                hasGeometry = true
                try readGeometry(&json)
            case "properties": try readProperties(&json)
            default:
                if let setting = try MisplacedSetting(ofFeature: key, &json) {
                    misplaced.append(setting)
                }
                try json.skipValue()
            }
        }
        if type != "Feature" {
            refusals.append(
                Refusal(
                    type.map { "its type is \"\($0)\"" } ?? "it has no \"type\"",
                    hint: "give it the type \"Feature\""))
        } else if !hasGeometry {
            refusals.append(Refusal("it has no \"geometry\""))
        }
    }

    /// Reads the value of `geometry`.
    mutating func readGeometry(_ json: inout JSONReader) throws {
        try attempt("\"geometry\"", &json) { draft, json throws in
            var reader = GeometryReader()
            draft.shape = try reader.shape(&json)
            draft.warnings += reader.warnings
            draft.notes += reader.notes
        }
    }

    private mutating func readProperties(_ json: inout JSONReader) throws {
        switch try json.kind() {
        case .null: return try json.null()
        case .array, .string, .number, .notNumber, .flag:
            refusals.append(Refusal("\"properties\" is not an object"))
            return try json.skipValue()
        case .object: break
        }
        let start = json.mark
        try attempt("\"properties\"", &json) { draft, json throws in
            let value = try json.compactValue()
            let (size, limit) = (value.text.utf8.count, FenceFile.propertiesMaximum_bytes)
            guard size <= limit else {
                throw Refusal(
                    "its \"properties\" have \(size) bytes, more than the \(limit) that every event "
                        + "of a fence carries",
                    hint: "store long texts elsewhere and their names here", offset: start.position)
            }
            draft.properties = value.text == "{}" ? nil : value.text
            draft.warnings += value.replaced.map { fault in
                Refusal(
                    "\"properties\" holds \(fault.reason); null is used", hint: fault.remedy,
                    offset: fault.offset)
            }
        }
        let end = json.mark
        json.go(to: start)
        do {
            try readMembers(&json)
        } catch let fault as JSONFault where fault.isOfValue {
            // The refusals contain this already. The properties before it may name the feature.
            json.go(to: end)
        }
    }

    private mutating func readMembers(_ json: inout JSONReader) throws {
        var walk = try json.openObject()
        while let key = try json.nextKey(&walk) {
            switch key {
            case "id": propertyID = try json.identityOrNil()
            case "name": name = try json.identityOrNil()
            case "Name", "NAME": convertedName = try json.identityOrNil()
            case "title": title = try json.identityOrNil()
            case "geofence":
                var reader = FenceSettingsReader()
                try reader.read(&json)
                (settings, radius_m) = (reader.settings, reader.radius_m)
                givenSettings.formUnion(reader.given)
                refusals += reader.refusals
                notes += reader.notes
            case "radius", "subType", "type", "shape": try drawnCircle.read(key, &json)
            default:
                if let setting = try MisplacedSetting(ofProperties: key, &json) {
                    misplaced.append(setting)
                }
                try json.skipValue()
            }
        }
    }

    /// Adds warnings for misplaced settings that `properties.geofence` does not have.
    private mutating func warnOfMisplaced() {
        warnings += misplaced.filter { misplaced in
            misplaced.setting.map { !givenSettings.contains($0) } ?? true
        }.map(\.warning)
        misplaced = []
    }

    /// Reads a value. If the value is refused, records that and continues after it.
    private mutating func attempt(
        _ subject: String, _ json: inout JSONReader,
        _ read: (inout FeatureDraft, inout JSONReader) throws -> Void
    ) throws {
        let start = json.mark
        do {
            try read(&self, &json)
        } catch let refusal as Refusal {
            refusals.append(refusal)
            json.go(to: start)
            try json.skipValue()
        } catch let fault as JSONFault where fault.isOfValue {
            refusals.append(
                Refusal(
                    "\(subject) holds \(fault.reason)", hint: fault.remedy, offset: fault.offset))
            json.go(to: start)
            try json.skipValue()
        }
    }

    /// Checks the feature as a whole, and adds line and column to the start of each problem that
    /// has an offset.
    mutating func conclude(_ place: (_ offset: Int) -> String) {
        warnOfMisplaced()
        useDrawnCircle()
        func located(_ refusal: Refusal) -> Refusal {
            guard let offset = refusal.offset else { return refusal }
            var refusal = refusal
            refusal.reason = place(offset) + ": " + refusal.reason
            return refusal
        }
        refusals = refusals.map(located)
        warnings = warnings.map(located)
        notes = notes.map(located)
    }

    /// Uses the radius of a drawing tool if the properties mark a circle; otherwise the fence would
    /// silently have another size.
    private mutating func useDrawnCircle() {
        guard radius_m == nil, let radius = drawnCircle.radius, case .points(let points)? = shape,
            points.count == 1
        else { return }
        if drawnCircle.isCircle, DrawnCircle.radii_m.contains(radius) {
            radius_m = radius
            notes.append(
                Refusal("its properties.radius, \(radius) m, is used as geofence.radius_m"))
        } else {
            warnings.append(
                Refusal(
                    "its properties.radius, \(radius), is ignored",
                    hint: "write geofence.radius_m, in metres, if it is a circle"))
        }
    }

    /// Returns the fence; nil when anything was refused.
    consuming func fence(
        feature: Int, identities: inout FenceIdentities, problems: inout FenceProblems
    ) -> Fence? {
        let name = [name, convertedName].compactMap(\.self).first { !$0.isEmpty }
        var id: String?
        do throws(Refusal) {
            id = try identities.id(own: featureID ?? propertyID, name: name, feature: feature)
        } catch {
            refusals.append(error)
        }
        if let radius_m, let drawn = shape {
            if case .points(let points) = drawn, points.count == 1 {
                shape = .circle(center: points[0], radius: radius_m)
            } else {
                refusals.append(
                    Refusal("geofence.radius_m belongs to a Point", hint: "use buffer_m"))
            }
        }
        for refusal in refusals {
            problems.note(refusal.problem(.rejected, feature: feature, id: id))
        }
        for warning in warnings {
            problems.note(warning.problem(.warned, feature: feature, id: id))
        }
        for note in notes {
            problems.note(note.problem(.noted, feature: feature, id: id))
        }
        guard refusals.isEmpty, let id, let shape else { return nil }
        return Fence(
            id: id, name: name ?? title, shape: shape, properties: properties, settings: settings)
    }
}
