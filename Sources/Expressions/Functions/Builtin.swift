/// A function of the language.
struct Builtin: Sendable {
    /// How it is called; upper and lower case are the same.
    let name: String
    /// Its arguments, as the reference lists them.
    let parameters: String
    /// What it returns, in a few words.
    let summary: String
    /// How many arguments it takes.
    let arity: ClosedRange<Int>
    let body: Body

    enum Body: Sendable {
        /// Takes the values of its arguments.
        case eager(@Sendable ([Value], Evaluator) throws(ExpressionError) -> Value)
        /// Evaluates only the arguments that it needs.
        case lazy(@Sendable (LazyArguments, Evaluator) throws(ExpressionError) -> Value)
    }

    /// A function that takes the values of its arguments.
    init(
        _ name: String, _ parameters: String, _ arity: ClosedRange<Int>, _ summary: String,
        _ body: @escaping @Sendable ([Value], Evaluator) throws(ExpressionError) -> Value
    ) {
        self.name = name
        self.parameters = parameters
        self.summary = summary
        self.arity = arity
        self.body = .eager(body)
    }

    /// A function that evaluates only the arguments that it needs.
    init(
        lazy name: String, _ parameters: String, _ arity: ClosedRange<Int>, _ summary: String,
        _ body: @escaping @Sendable (LazyArguments, Evaluator) throws(ExpressionError) -> Value
    ) {
        self.name = name
        self.parameters = parameters
        self.summary = summary
        self.arity = arity
        self.body = .lazy(body)
    }

    /// Throws when the function does not take so many arguments.
    func check(_ count: Int) throws(ExpressionError) {
        guard !arity.contains(count) else { return }
        throw ExpressionError(
            .arity, "\(name) is called with \(count) arguments; write \(name)(\(parameters))")
    }
}

/// Arguments that are evaluated when they are needed.
enum LazyArguments {
    case terms([Term])
    case values([Value])

    var count: Int {
        switch self {
        case .terms(let terms): terms.count
        case .values(let values): values.count
        }
    }

    func value(_ index: Int, _ evaluator: Evaluator) throws(ExpressionError) -> Value {
        switch self {
        case .terms(let terms): try evaluator.value(terms[index])
        case .values(let values): values[index]
        }
    }

    func isTrue(_ index: Int, _ evaluator: Evaluator) throws(ExpressionError) -> Bool {
        switch self {
        case .terms(let terms): return try evaluator.isTrue(terms[index])
        case .values(let values):
            guard case .bool(let isTrue) = values[index] else {
                throw ExpressionError(
                    .type,
                    "a condition is \(values[index].typeWithArticle); it has to be true or "
                        + "false")
            }
            return isTrue
        }
    }
}

/// All functions of the language that geotriggers have.
enum Builtins {
    /// In alphabetical order.
    static let all: [Builtin] =
        (logical + texts + codes + numbers + statistics + dates + dateParts + arrays + callbacks
        + containers + features + measures + relations + shapes)
        .sorted { $0.name < $1.name }

    private static let byName: [String: Builtin] = Dictionary(
        uniqueKeysWithValues: all.map { ($0.name.lowercased(), $0) })

    /// The function of a name in lower case.
    static func named(_ folded: String) -> Builtin? { byName[folded] }

    /// Functions of the language that are refused, and why, by name in lower case.
    static let unavailable: [String: String] = {
        var reasons: [String: String] = [:]
        for name in notInGeotriggers { reasons[name.lowercased()] = "in geotriggers" }
        for name in notYet { reasons[name.lowercased()] = "in geofenced" }
        return reasons
    }()

    /// What needs feature sets, portals, tracks or knowledge graphs.
    private static let notInGeotriggers = [
        "Attachments", "Contingent", "FeatureInFilter", "FeatureSet", "FeatureSetByAssociation",
        "FeatureSetById", "FeatureSetByName", "FeatureSetByPortalItem",
        "FeatureSetByRelationshipClass", "FeatureSetByRelationshipName", "FilterBySubtypeCode",
        "GetFeatureSet", "GetFeatureSetInfo", "GetUser", "GroupBy", "HasAccess",
        "KnowledgeGraphByPortalItem", "NextSequenceValue", "OrderBy", "Portal", "QueryGraph",
        "Schema", "TimeReceived", "TrackAccelerationAt", "TrackAccelerationWindow",
        "TrackCurrentAcceleration", "TrackCurrentDistance", "TrackCurrentSpeed",
        "TrackCurrentTime", "TrackDistanceAt", "TrackDistanceWindow", "TrackDuration",
        "TrackFieldWindow", "TrackGeometryWindow", "TrackIndex", "TrackSpeedAt",
        "TrackSpeedWindow", "TrackStartTime", "TrackWindow", "TranslateText",
    ]

    /// Overlays of polygons, for which there is no exact implementation here.
    private static let notYet = [
        "Buffer", "BufferGeodetic", "Clip", "ConvexHull", "Cut", "Difference",
        "DistanceToCoordinate", "Generalize", "Intersection", "MeasureToCoordinate", "Offset",
        "PointToCoordinate", "Relate", "Simplify", "SymmetricDifference", "Union",
    ]
}

/// A function that can be called, for lists in documents.
public struct ExpressionFunction: Sendable {
    /// How it is called.
    public let name: String
    /// Its arguments, as the reference lists them.
    public let parameters: String
    /// What it returns, in a few words.
    public let summary: String

    /// Every function there is, in alphabetical order.
    public static var all: [ExpressionFunction] {
        Builtins.all.map {
            ExpressionFunction(name: $0.name, parameters: $0.parameters, summary: $0.summary)
        }
    }
}
