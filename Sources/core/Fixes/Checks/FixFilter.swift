import Chronology
public import Expressions
import Geodesy

/// An expression that decides whether a fix is used. One that does not compile refuses every fix.
public struct FixFilter: Sendable, Hashable {
    /// The text and its compiled form.
    public var expression: ConfiguredExpression
    /// Whether the expression reads values of `FixDetails`.
    package let readsDetails: Bool

    /// The reason why the text does not compile; nil when it does.
    public var problem: String? { expression.problem }

    /// Compiles the filter with that text.
    public init(_ text: String) {
        expression = ConfiguredExpression(text, for: .filter, key: "filter")
        readsDetails = expression.compiled?.readsFixDetails(of: "$locationupdate") ?? false
    }
}

extension FixFilter {
    /// The result of the filter for a fix.
    enum Verdict: Sendable, Hashable {
        case used
        case refused
        /// The filter does not compile or fails, for that reason.
        case failed(String)
    }

    /// Evaluates the filter for a fix.
    ///
    /// - Parameter now: the time of the fix, or of the trusted wall clock when the fix has none.
    func verdict(
        on update: LocationUpdate, _ details: FixDetails?, of source: String, now: UTCInstant?
    ) -> Verdict {
        guard let compiled = expression.compiled else { return .failed(problem ?? "") }
        var seed = StableHash()
        seed.combine(source)
        seed.combine(UInt64(bitPattern: update.time_ns))
        var context = ExpressionContext(
            now_ms: now?.milliseconds, zones: expression.zones, seed: seed.value)
        context.variables["$locationupdate"] = ExpressionValue(
            feature: update, details, source: source)
        do throws(ExpressionError) {
            return try compiled.evaluate(in: context).value.asBool ? .used : .refused
        } catch {
            return .failed("filter failed, \(error.description)")
        }
    }
}
