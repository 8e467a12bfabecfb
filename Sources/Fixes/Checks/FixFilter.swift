public import Chronology
internal import Expressions
import Geodesy

/// An expression that decides whether a fix is used: its text and its compiled form.
public struct FixFilter: Sendable, Hashable {
    /// The configured text.
    public let text: String
    /// The reason why the text does not compile; nil when it does. A filter that does not compile
    /// refuses every fix.
    public let problem: String?
    /// The rules of the time zones that the expression names, by name.
    public var zones: [String: ZoneRule] = [:]

    private let expression: Expression?
    /// Whether the expression reads values of `FixDetails`.
    package let readsDetails: Bool

    /// Compiles the filter with that text.
    public init(_ text: String) {
        self.text = text
        do throws(ExpressionError) {
            let expression = try Expression(text, for: .filter)
            self.expression = expression
            readsDetails = expression.readsFixDetails(of: "$locationupdate")
            problem = nil
        } catch {
            expression = nil
            readsDetails = false
            problem = "filter, \(error.description)"
        }
    }

    /// Warnings about constructs that are valid but probably not intended, one sentence each.
    public var warnings: [String] {
        expression?.warnings(eventTypes: []).map { "filter, \($0.description)" } ?? []
    }

    /// The names of the time zones in the expression. Nil when a name is computed, so that any zone
    /// is possible.
    public var zoneNames: Set<String>? { expression.map(\.zoneNames) ?? [] }

    /// Whether both filters have the same text and the same zones.
    public static func == (left: FixFilter, right: FixFilter) -> Bool {
        left.text == right.text && left.zones == right.zones
    }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
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
        guard let expression else { return .failed(problem ?? "") }
        var seed = StableHash()
        seed.combine(source)
        seed.combine(UInt64(bitPattern: update.time_ns))
        var context = ExpressionContext(
            now_ms: now?.milliseconds, zones: zones, seed: seed.value)
        context.variables["$locationupdate"] = ExpressionValue(
            feature: update, details, source: source)
        do throws(ExpressionError) {
            return try expression.evaluate(in: context).value.asBool ? .used : .refused
        } catch {
            return .failed("filter failed, \(error.description)")
        }
    }
}
