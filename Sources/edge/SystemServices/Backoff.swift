/// The pause before the next try: anything up to a bound that doubles with each failure, so that many devices do
/// not come back at the same instant.
public struct Backoff: Sendable {
    /// The bound after the first failure, seconds.
    public let first_s: Double
    /// The greatest bound, seconds.
    public let longest_s: Double
    private var bound_s: Double

    /// Creates a pause whose bound grows from `first_s` to `longest_s`.
    public init(first_s: Double = 1, longest_s: Double = 300) {
        self.first_s = first_s
        self.longest_s = longest_s
        bound_s = first_s
    }

    /// Returns the seconds before the next try, from a tenth of the bound to all of it, and doubles the bound.
    ///
    /// - Parameter share: the place in that range, from 0 to 1; 1 for pauses that grow by the same steps always.
    public mutating func next(_ share: Double = .random(in: 0...1)) -> Double {
        defer { bound_s = min(bound_s * 2, longest_s) }
        return bound_s * (0.1 + 0.9 * share)
    }

    /// Sets the bound to the first one, after a try that has succeeded.
    public mutating func reset() { bound_s = first_s }
}
