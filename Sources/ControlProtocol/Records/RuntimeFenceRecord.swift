/// The fences of all sets that were changed at run time, and how many the daemon keeps at most.
public struct RuntimeFenceRecord: Sendable, Hashable, Codable {
    /// Fences that are kept, removals among them.
    public var count: Int
    /// As many may be kept.
    public var count_limit: Int
    /// Bytes of their ids and their GeoJSON.
    public var bytes: Int
    /// As many may be kept.
    public var bytes_limit: Int
    /// How many of them are not in force: those beyond the limits, which an earlier version did not have,
    /// and those that cannot be read.
    public var left_out: Int

    /// Fences and limits.
    public init(count: Int, count_limit: Int, bytes: Int, bytes_limit: Int, left_out: Int) {
        self.count = count
        self.count_limit = count_limit
        self.bytes = bytes
        self.bytes_limit = bytes_limit
        self.left_out = left_out
    }
}
