public import Chronology

/// The filter of a source: a text, and the function that decides by it whether a fix is used.
///
/// The function comes from outside, so that this module does not know the language of the text. A
/// filter without a function refuses every fix.
public struct FixFilter: Sendable {
    /// The result of the filter for a fix.
    public enum Verdict: Sendable, Hashable {
        /// The fix is used.
        case used
        /// The fix is refused.
        case refused
        /// The filter has no function or fails, for that reason.
        case failed(String)
    }

    /// Returns whether a fix is used.
    ///
    /// The parameters are the fix, its details, the name of its source, and the time of the fix or
    /// else of the trusted wall clock.
    public typealias Function =
        @Sendable (LocationUpdate, FixDetails?, String, UTCInstant?) ->
        Verdict

    /// The text as configured.
    public let text: String
    /// The rules of the time zones that the text names, by name.
    public let zones: [String: ZoneRule]
    /// The reason why there is no function, as a sentence; nil while the text is not compiled.
    public let problem: String?
    /// Whether the function reads values of `FixDetails`.
    package let readsDetails: Bool
    private let function: Function?

    /// Creates a filter whose text is not compiled yet.
    public init(_ text: String) {
        self.init(text, zones: [:], problem: nil, readsDetails: false, nil)
    }

    /// Creates a filter with its function; nil where the text does not compile, for the reason
    /// `problem`.
    package init(
        _ text: String, zones: [String: ZoneRule], problem: String?, readsDetails: Bool,
        _ function: Function?
    ) {
        (self.text, self.zones, self.problem) = (text, zones, problem)
        (self.readsDetails, self.function) = (readsDetails, function)
    }

    /// Returns whether a fix is used.
    func verdict(
        on update: LocationUpdate, _ details: FixDetails?, of source: String, now: UTCInstant?
    ) -> Verdict {
        guard let function else { return .failed(problem ?? "the filter is not compiled") }
        return function(update, details, source, now)
    }
}

extension FixFilter: Hashable {
    /// Returns whether both have the same text and the same zones.
    public static func == (left: FixFilter, right: FixFilter) -> Bool {
        left.text == right.text && left.zones == right.zones
    }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
