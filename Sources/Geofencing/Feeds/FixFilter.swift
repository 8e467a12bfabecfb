public import Chronology
internal import Expressions

/// An expression that decides whether a fix is used: its text, compiled once.
public struct FixFilter: Sendable, Hashable {
    /// The text as configured.
    public let text: String
    /// Why it does not compile; nil when it does. Such a filter refuses every fix.
    public let problem: String?
    /// The rules of time zones that the expression names, by name.
    public var zones: [String: ZoneRule] = [:]

    private let expression: Expression?
    /// Whether it reads more of a fix than a `LocationUpdate` holds.
    let readsDetails: Bool

    /// The filter of that text.
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

    /// What is of the language but hardly meant, one sentence each.
    public var warnings: [String] {
        expression?.warnings(eventTypes: []).map { "filter, \($0.description)" } ?? []
    }

    /// The time zones that it names; nil where a name is computed, so that it may be any.
    public var zoneNames: Set<String>? { expression.map(\.zoneNames) ?? [] }

    /// Whether both have the same text and the same zones.
    public static func == (left: FixFilter, right: FixFilter) -> Bool {
        left.text == right.text && left.zones == right.zones
    }

    /// Takes in the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension FixFilter {
    /// What the filter says of a fix.
    enum Verdict: Sendable, Hashable {
        case used
        case refused
        /// It has no value, for that reason.
        case failed(String)
    }

    /// What it says of a fix.
    ///
    /// - Parameter now: the time of the fix, or of the trusted wall clock where the fix has none.
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
