import Geofencing
import JSONText
import Suggestions

/// Reads one GeoJSON text (RFC 7946) feature by feature; holds only the features being read.
///
/// A JSON syntax error ends the reading, because the rest cannot be interpreted. Any other error
/// invalidates one feature; all problems of a feature are recorded before the next one is read.
struct GeoJSONReader: FenceReader {
    /// Receives a fence and its origin.
    typealias Taking = (Fence, FenceOrigin) -> Void

    private var text: JSONWindow
    private(set) var featureCount = 0
    private(set) var problems = FenceProblems()
    private var identities = FenceIdentities()

    /// Creates a reader of a text that starts with `beginning`. Unless the text is complete, `next`
    /// returns the next pieces; an empty piece is the end.
    init(beginning: [UInt8], isComplete: Bool, _ next: @escaping () -> [UInt8]) {
        text = JSONWindow(beginning: beginning, isComplete: isComplete, next)
    }

    mutating func read(_ take: Taking) -> Bool {
        do {
            try readRoot(take)
            try text.step { json throws in try json.requireEnd() }
            return true
        } catch let refusal as Refusal {
            problems.fault = refusal.problem(.rejected, feature: nil, id: nil)
        } catch let fault as JSONFault {
            problems.fault = FenceProblem(
                .rejected, text.sentence(of: fault), hint: text.remedy(for: fault))
        } catch {
            preconditionFailure("reading JSON throws no other error, but threw \(error)")
        }
        return false
    }

    private mutating func readRoot(_ take: Taking) throws {
        switch try text.step({ json throws in try json.kind() }) {
        case .object: break
        case .array:
            throw Refusal(
                "the file is a JSON array, not a GeoJSON object", hint: GeoJSONType.expected)
        case .string, .number, .flag, .null, .notNumber:
            throw Refusal("the file is not a GeoJSON object", hint: GeoJSONType.expected)
        }
        let start = text.mark
        var type: String?
        var hasFeatures = false
        var members: Set<String> = []
        var walk = try text.step { json throws in try json.openObject() }
        while let key = try text.walk(&walk, { json, walk throws in try json.nextKey(&walk) }) {
            if members.count < Self.mostMembers { members.insert(key) }
            switch key {
            case "type": type = try text.step { json throws in try json.stringOrNil() }
            case "crs": try text.step { json throws in try json.checkReferenceSystem() }
            case "features":
                guard try text.step({ json throws in try json.kind() }) == .array else {
                    throw Refusal("\"features\" is not an array", hint: GeoJSONType.expected)
                }
                if let foreign = ForeignFile(members: members, type: type) { throw foreign.refusal }
                hasFeatures = true
                try readFeatures(take)
            default: try text.step { json throws in try json.skipValue() }
            }
        }
        if type == nil || !hasFeatures, let foreign = ForeignFile(members: members, type: type) {
            // The problems of its features are then irrelevant.
            problems = FenceProblems()
            throw foreign.refusal
        }
        guard let type else {
            throw Refusal("the file has no \"type\"", hint: GeoJSONType.expected)
        }
        switch (type, hasFeatures) {
        case ("FeatureCollection", true): return
        case ("FeatureCollection", false):
            throw Refusal("the FeatureCollection has no \"features\"")
        case ("Feature", false):
            text.go(to: start)
            settle(try feature(), take)
        case (_, false) where GeoJSONType.geometries.contains(type):
            text.go(to: start)
            settle(try feature(isBareGeometry: true), take)
        default:
            throw Refusal(
                "the file's type \"\(type)\" cannot hold fences", hint: GeoJSONType.hint(for: type))
        }
    }

    /// The maximum number of members examined to recognize another format.
    private static let mostMembers = 32

    private mutating func readFeatures(_ take: Taking) throws {
        var walk = try text.step { json throws in try json.openArray() }
        while true {
            // The text before a feature is no longer needed.
            text.dropBefore()
            let draft = try text.walk(&walk) { json, walk throws -> FeatureDraft? in
                guard try json.hasElement(&walk) else { return nil }
                var draft = FeatureDraft()
                try draft.read(&json)
                return draft
            }
            guard let draft else { return }
            settle(draft, take)
        }
    }

    private mutating func feature(isBareGeometry: Bool = false) throws -> FeatureDraft {
        try text.step { json throws in
            var draft = FeatureDraft()
            if isBareGeometry {
                try draft.readGeometry(&json)
            } else {
                try draft.read(&json)
            }
            return draft
        }
    }

    private mutating func settle(_ draft: FeatureDraft, _ take: Taking) {
        var draft = draft
        draft.conclude(text.place(of:))
        let isDoubtful = draft.isDoubtful
        if let fence = draft.fence(
            feature: featureCount, identities: &identities, problems: &problems)
        {
            take(
                fence,
                FenceOrigin(
                    feature: featureCount, isDoubtful: isDoubtful,
                    isPlaceholder: identities.isPlaceholder))
        }
        featureCount += 1
    }
}

/// The values of `type` in GeoJSON.
enum GeoJSONType {
    /// The geometries of fences.
    static let geometries = [
        "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
    ]

    /// For each type, the type whose coordinates are nested one level deeper.
    static let deeper = [
        "Point": "MultiPoint", "MultiPoint": "MultiLineString", "LineString": "MultiLineString",
        "MultiLineString": "MultiPolygon", "Polygon": "MultiPolygon",
    ]

    /// The expected content, as a hint.
    static let expected = "give a GeoJSON FeatureCollection (RFC 7946)"

    /// Returns the hint for an unusable type.
    static func hint(for type: String) -> String {
        switch type {
        case "GeometryCollection": return "make a feature of each of its geometries"
        case "Topology":
            return "it is TopoJSON: convert it, for example with ogr2ogr -f GeoJSON"
        default:
            let words = ["FeatureCollection", "Feature"] + geometries
            guard let closest = closestWord(to: type, among: words) else { return expected }
            return "did you mean \"\(closest)\"?"
        }
    }
}

/// The error for coordinates nested one level too deep: an array instead of a number.
struct DeepNesting: Error {
    /// The place of the array.
    let vertex: VertexPlace
}
