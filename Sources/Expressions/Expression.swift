public import Chronology

/// An expression that was read and can be evaluated any number of times.
///
/// The language is Arcade, as ArcGIS geotriggers use it: its Core and Geometry functions. An
/// evaluation reads no clock and no file, and the same context gives the same result.
public struct Expression: Sendable {
    /// What an expression is for; it decides which variables there are.
    public enum Profile: String, Sendable, CaseIterable {
        /// Makes the message and the actions of an event.
        case notification
        /// Decides whether a fix is used.
        case filter

        /// The profile variables, in lower case.
        public var variables: [String] {
            switch self {
            case .notification: ["$feedfeature", "$fencefeature", "$fencenotificationtype"]
            case .filter: ["$locationupdate"]
            }
        }
    }

    /// The text that it was read from.
    public let source: String
    /// What it is for.
    public let profile: Profile
    let program: Program

    /// Reads an expression. Throws the first fault of its text.
    public init(_ source: String, for profile: Profile) throws(ExpressionError) {
        self.source = source
        self.profile = profile
        program = try Parser.program(of: source)
    }

    /// The profile variables that it uses, in lower case: what a context has to bring.
    public var usedVariables: Set<String> {
        Set(program.uses.map(\.name.folded)).intersection(profile.variables)
    }

    /// The value of the expression, and how many steps it took.
    ///
    /// - Parameter steps: how many it may take; at most ``ExpressionLimits/steps``.
    public func evaluate(
        in context: ExpressionContext, steps: Int = ExpressionLimits.steps
    ) throws(ExpressionError) -> (value: ExpressionValue, steps: Int) {
        let allowed = min(steps, ExpressionLimits.steps)
        let evaluator = Evaluator(program, context, profile: profile, steps: allowed)
        // Arrays that hold themselves would never be freed otherwise.
        defer { evaluator.dissolve() }
        let value = try evaluator.run()
        return (value, allowed - evaluator.steps)
    }
}

/// What an evaluation knows beside the expression.
public struct ExpressionContext: Sendable {
    /// The profile variables by name in lower case.
    public var variables: [String: ExpressionValue]
    /// The time of the decision, in milliseconds since 1970-01-01T00:00:00Z; nil when none is
    /// known, and then `Now()` is null.
    public var now_ms: Double?
    /// The zone of dates that name no other.
    public var zone: ZoneRule
    /// The rules of other zones by name, for `ChangeTimeZone`.
    public var zones: [String: ZoneRule]
    /// What `Random` and `Guid` begin with: the same seed gives the same values.
    public var seed: UInt64

    /// A context with these variables.
    public init(
        variables: [String: ExpressionValue] = [:], now_ms: Double? = nil, zone: ZoneRule = .utc,
        zones: [String: ZoneRule] = [:], seed: UInt64 = 0
    ) {
        self.variables = variables
        self.now_ms = now_ms
        self.zone = zone
        self.zones = zones
        self.seed = seed
    }
}
