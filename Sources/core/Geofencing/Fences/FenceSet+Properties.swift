import Expressions

extension FenceSet {
    /// Returns the names of `names` that no fence of the set has as a property, ignoring case.
    /// Searches the fences until each property is found.
    ///
    /// - Parameter names: the names of properties in lower case.
    public func propertiesMissing(of names: Set<String>) -> Set<String> {
        var missing = names
        for number in 0..<table.count where !missing.isEmpty {
            guard let text = table.propertiesText(FenceNumber(number)) else { continue }
            missing.subtract(ExpressionJSON.members(of: text).map { $0.key.lowercased() })
        }
        return missing
    }
}
