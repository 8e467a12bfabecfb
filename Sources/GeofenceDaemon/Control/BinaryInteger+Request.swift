import ControlProtocol

extension BinaryInteger {
    /// The number that a request gives under that key; nil when it gives none. Throws
    /// `invalidParams` for one below 0: what is counted and numbered here has none.
    static func given(_ number: Self?, as key: String) throws(Failure) -> Self? {
        guard let number, number < 0 else { return number }
        throw Failure(
            .invalidParams, "\"\(key)\" is \(number), which is less than 0.",
            hint: "Give 0 or more.")
    }
}
