/// A built-in function.
struct Builtin: Sendable {
    /// Its name; case-insensitive.
    let name: String
    /// Its parameters, as in the reference.
    let parameters: String
    /// A short description of the result.
    let summary: String
    /// The allowed number of arguments.
    let arity: ClosedRange<Int>
    let body: Body

    enum Body: Sendable {
        /// Receives the values of its arguments.
        case eager(@Sendable ([Value], Evaluator) throws(ExpressionError) -> Value)
        /// Evaluates only the arguments that it needs.
        case lazy(@Sendable (LazyArguments, Evaluator) throws(ExpressionError) -> Value)
    }

    /// Creates a function that receives the values of its arguments.
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

    /// Creates a function that evaluates only the arguments that it needs.
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

    /// Throws when the function does not accept that number of arguments.
    func check(_ count: Int) throws(ExpressionError) {
        guard !arity.contains(count) else { return }
        throw ExpressionError(
            .arity, "\(name) is called with \(count) arguments; write \(name)(\(parameters))")
    }
}

/// Arguments that are evaluated on demand.
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

/// The built-in functions.
enum Builtins {
    /// Sorted by name.
    static let all: [Builtin] =
        [
            LogicalFunctions.all, TextFunctions.all, CodeFunctions.all, NumberFunctions.all,
            NumberFunctions.statistics, DateFunctions.all, DatePartFunctions.all,
            ArrayFunctions.all, CallbackFunctions.all, ContainerFunctions.all,
            ContainerFunctions.features, MeasureFunctions.all, RelationFunctions.all,
            ShapeFunctions.all,
        ].flatMap(\.self).sorted { $0.name < $1.name }

    private static let byName: [String: Builtin] = Dictionary(
        uniqueKeysWithValues: all.map { ($0.name.lowercased(), $0) })

    /// Returns the function with a name in lower case.
    static func named(_ folded: String) -> Builtin? { byName[folded] }

    /// Functions of the language that are not supported, with the reason, by name in lower case.
    static let unavailable: [String: String] = {
        var reasons: [String: String] = [:]
        for name in notInGeotriggers { reasons[name.lowercased()] = "in geotriggers" }
        for name in notYet { reasons[name.lowercased()] = "in geofenced" }
        return reasons
    }()

    /// Functions that need feature sets, portals, tracks or knowledge graphs.
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

    /// Overlays of polygons, which have no exact implementation here.
    private static let notYet = [
        "Buffer", "BufferGeodetic", "Clip", "ConvexHull", "Cut", "Densify", "DensifyGeodetic",
        "Difference", "DistanceToCoordinate", "Generalize", "Intersection", "MeasureToCoordinate",
        "Offset",
        "PointToCoordinate", "Relate", "Simplify", "SymmetricDifference", "Union",
    ]
}

/// A built-in function, for documentation.
public struct ExpressionFunction: Sendable {
    /// Its name.
    public let name: String
    /// Its parameters, as in the reference.
    public let parameters: String
    /// A short description of the result.
    public let summary: String

    /// All functions, sorted by name.
    public static var all: [ExpressionFunction] {
        Builtins.all.map {
            ExpressionFunction(name: $0.name, parameters: $0.parameters, summary: $0.summary)
        }
    }
}
