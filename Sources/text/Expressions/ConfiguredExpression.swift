public import Chronology

/// An expression of a configuration: its text, its compiled form, and the time zones that it names.
/// The text is compiled once.
public struct ConfiguredExpression: Sendable, Hashable {
    /// The text as configured.
    public let text: String
    /// Why the text does not compile, as a sentence that begins with the key; nil when it does.
    public let problem: String?
    /// The rules of the time zones that the expression names, by name.
    public var zones: [String: ZoneRule] = [:]

    /// The compiled form; nil where the text does not compile.
    package let compiled: Expression?
    /// The key of the setting.
    private let key: String

    /// Compiles the text of a setting. Errors are stored in `problem`.
    public init(_ text: String, for profile: Expression.Profile, key: String) {
        (self.text, self.key) = (text, key)
        do throws(ExpressionError) {
            compiled = try Expression(text, for: profile)
            problem = nil
        } catch {
            compiled = nil
            problem = "\(key), \(error.description)"
        }
    }

    /// Returns warnings about parts of the expression that are valid but probably unintended, one
    /// sentence each.
    ///
    /// - Parameter eventTypes: the types of events that the expression can meet.
    public func warnings(eventTypes: [String]) -> [String] {
        (compiled?.warnings(eventTypes: eventTypes) ?? []).map { "\(key), \($0.description)" }
    }

    /// A warning about each time zone that the expression names and that has no rules.
    public var zoneWarnings: [String] {
        (zoneNames ?? []).filter { !Expression.isZoneWithoutRules($0) && zones[$0] == nil }.sorted()
            .map { "\(key): there is no time zone \"\($0)\" here" }
    }

    /// The time zones that the expression names. Nil if a name is computed, so that any zone is
    /// possible.
    public var zoneNames: Set<String>? { compiled.map(\.zoneNames) ?? [] }

    /// Returns whether both have the same text and the same zones.
    public static func == (left: ConfiguredExpression, right: ConfiguredExpression) -> Bool {
        left.text == right.text && left.zones == right.zones
    }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
