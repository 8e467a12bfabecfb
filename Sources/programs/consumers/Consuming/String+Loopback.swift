extension String {
    /// Whether a host is always this machine: `localhost`, `::1` or an address of 127.0.0.0/8.
    public var isLoopbackHost: Bool {
        if self == "localhost" || self == "::1" { return true }
        let parts = split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
