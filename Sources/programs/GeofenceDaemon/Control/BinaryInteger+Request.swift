import ControlProtocol

extension BinaryInteger {
    /// Returns the number that a request has under `key`; nil when it has none.
    /// Throws `invalidParams` for a negative number, which no count or event has.
    static func given(_ number: Self?, as key: String) throws(Failure) -> Self? {
        guard let number, number < 0 else { return number }
        throw Failure(
            .invalidParams, "\"\(key)\" is \(number), which is less than 0.",
            hint: "Give 0 or more.")
    }
}
