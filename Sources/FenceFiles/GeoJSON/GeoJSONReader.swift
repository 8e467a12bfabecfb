import Geofencing

/// Reads one GeoJSON text (RFC 7946), feature by feature.
///
/// A fault of the JSON itself ends the reading: what follows cannot be trusted. Anything else
/// costs one feature, whose problems are all noted before the next one is read.
struct GeoJSONReader {
    private var json: JSONReader
    /// How many features were read, usable or not.
    private(set) var featureCount = 0
    private(set) var problems = FenceProblems()
    private var identities = FenceIdentities()

    init(_ bytes: [UInt8]) {
        json = JSONReader(bytes)
    }

    /// Reads the whole text.
    ///
    /// - Parameter take: takes each fence and the number of its feature.
    /// - Returns: whether the text could be read; if not, the fences taken are to be forgotten.
    mutating func read(_ take: (Fence, Int) -> Void) -> Bool {
        do {
            try readRoot(take)
            try json.demandEnd()
            return true
        } catch let refusal as Refusal {
            problems.note(refusal.problem(.rejected, feature: nil, id: nil))
        } catch let fault as JSONFault {
            problems.note(FenceProblem(.rejected, json.sentence(of: fault)))
        } catch {
            preconditionFailure("reading JSON throws nothing else, but threw \(error)")
        }
        return false
    }

    private mutating func readRoot(_ take: (Fence, Int) -> Void) throws {
        guard try json.kind() == .object else {
            throw Refusal("the file is not a GeoJSON object", hint: GeoJSONType.expected)
        }
        let start = json.mark
        var type: String?
        var hasFeatures = false
        var walk = try json.openObject()
        while let key = try json.nextKey(&walk) {
            switch key {
            case "type": type = try json.stringOrNil()
            case "crs": try json.checkReferenceSystem()
            case "features":
                guard try json.kind() == .array else {
                    throw Refusal("\"features\" is not an array", hint: GeoJSONType.expected)
                }
                hasFeatures = true
                try readFeatures(take)
            default: try json.skipValue()
            }
        }
        guard let type else {
            throw Refusal("the file has no \"type\"", hint: GeoJSONType.expected)
        }
        switch (type, hasFeatures) {
        case ("FeatureCollection", true): return
        case ("FeatureCollection", false):
            throw Refusal("the FeatureCollection has no \"features\"")
        case ("Feature", false):
            json.go(to: start)
            try readFeature(take)
        case (_, false) where GeoJSONType.geometries.contains(type):
            json.go(to: start)
            try readFeature(take, isBareGeometry: true)
        default:
            throw Refusal(
                "the file's type \"\(type)\" cannot hold fences", hint: GeoJSONType.hint(for: type))
        }
    }

    private mutating func readFeatures(_ take: (Fence, Int) -> Void) throws {
        var walk = try json.openArray()
        while try json.hasElement(&walk) { try readFeature(take) }
    }

    private mutating func readFeature(
        _ take: (Fence, Int) -> Void, isBareGeometry: Bool = false
    ) throws {
        var draft = FeatureDraft()
        if isBareGeometry {
            try draft.readGeometry(&json)
        } else {
            try draft.read(&json)
        }
        if let fence = draft.fence(
            feature: featureCount, identities: &identities, problems: &problems)
        {
            take(fence, featureCount)
        }
        featureCount += 1
    }
}
