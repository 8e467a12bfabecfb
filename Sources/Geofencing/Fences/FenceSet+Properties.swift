import JSONText

extension FenceSet {
    /// The names of `names` that no fence of the set has as a property, ignoring case. Searches the
    /// fences until each property is found.
    ///
    /// - Parameter names: the names of properties in lower case.
    public func propertiesMissing(of names: Set<String>) -> Set<String> {
        var missing = names
        for number in 0..<table.count where !missing.isEmpty {
            guard let text = table.propertiesText(FenceNumber(number)) else { continue }
            missing.subtract(Self.keys(of: text))
        }
        return missing
    }

    /// The keys of a JSON object in lower case. For invalid JSON, the keys before the first error.
    private static func keys(of json: String) -> [String] {
        var json = JSONReader(Array(json.utf8))
        var keys: [String] = []
        do throws(JSONFault) {
            var walk = try json.openObject()
            while let key = try json.nextKey(&walk) {
                keys.append(key.lowercased())
                try json.skipValue()
            }
        } catch {
            return keys
        }
        return keys
    }
}
