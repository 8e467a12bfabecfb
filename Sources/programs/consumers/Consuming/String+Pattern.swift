extension String {
    /// Whether the text fits a pattern in which `*` stands for anything.
    public func fits(_ pattern: String) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return self == pattern }
        var rest = self[...]
        guard rest.hasPrefix(parts[0]) else { return false }
        rest = rest.dropFirst(parts[0].count)
        for part in parts[1..<(parts.count - 1)] where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.count >= parts[parts.count - 1].count && rest.hasSuffix(parts[parts.count - 1])
    }
}
