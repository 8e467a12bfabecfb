public import Chronology

/// A parsed expression, which can be evaluated any number of times.
///
/// The language is Arcade as used by ArcGIS geotriggers: its Core and Geometry functions. An
/// evaluation reads no clock and no file, and the same context gives the same result.
public struct Expression: Sendable {
    /// The purpose of an expression; determines its variables.
    public enum Profile: String, Sendable, CaseIterable {
        /// Returns the message and the actions of an event.
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

    /// The source text.
    public let source: String
    /// The purpose.
    public let profile: Profile
    let program: Program

    /// Parses an expression. Throws the first error in its text.
    public init(_ source: String, for profile: Profile) throws(ExpressionError) {
        self.source = source
        self.profile = profile
        program = try Parser.program(of: source)
    }

    /// The profile variables that the expression uses, in lower case; a context must provide them.
    public var usedVariables: Set<String> {
        Set(program.uses.map(\.name.folded)).intersection(profile.variables)
    }

    /// Returns the value of the expression, and the number of steps taken; throws its first error.
    ///
    /// - Parameter steps: the maximum number of steps, limited to ``ExpressionLimits/steps``.
    public func evaluate(
        in context: ExpressionContext, steps: Int = ExpressionLimits.steps
    ) throws(ExpressionError) -> (value: ExpressionValue, steps: Int) {
        let allowed = min(steps, ExpressionLimits.steps)
        let evaluator = Evaluator(program, context, profile: profile, steps: allowed)
        // Otherwise arrays that contain themselves would never be freed.
        defer { evaluator.dissolve() }
        do throws(ExpressionError) {
            return (try evaluator.run(), allowed - evaluator.steps)
        } catch {
            guard evaluator.steps < 0, allowed < ExpressionLimits.steps else {
                throw error.placed(at: Place(line: 1, column: 1))
            }
            // The other expressions of the input have used the remaining steps.
            var limit = ExpressionError.inputLimit
            (limit.line, limit.column) = (error.line, error.column)
            throw limit
        }
    }
}

/// The input of an evaluation.
public struct ExpressionContext: Sendable {
    /// The profile variables by name in lower case.
    public var variables: [String: ExpressionValue]
    /// The time of the decision, in milliseconds since 1970-01-01T00:00:00Z; nil when unknown, and
    /// then `Now()` is null.
    public var now_ms: Double?
    /// The time zone of dates without one.
    public var zone: ZoneRule
    /// The rules of other time zones by name, for `ChangeTimeZone`.
    public var zones: [String: ZoneRule]
    /// The seed of `Random` and `Guid`: the same seed gives the same values.
    public var seed: UInt64

    /// Creates a context with these variables.
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
