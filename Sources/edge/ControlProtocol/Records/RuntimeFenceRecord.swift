/// The fences that were changed at run time, of all sets, with the limits.
public struct RuntimeFenceRecord: Sendable, Hashable, Codable {
    /// The number of stored fences, removals included.
    public var count: Int
    /// The limit on their number.
    public var count_limit: Int
    /// The bytes of their ids and their GeoJSON.
    public var bytes: Int
    /// The limit on these bytes.
    public var bytes_limit: Int
    /// The number of these fences that are not in use: unreadable ones, and fences beyond the
    /// limits that an earlier version stored.
    public var left_out: Int

    /// Creates the usage with the limits.
    public init(count: Int, count_limit: Int, bytes: Int, bytes_limit: Int, left_out: Int) {
        self.count = count
        self.count_limit = count_limit
        self.bytes = bytes
        self.bytes_limit = bytes_limit
        self.left_out = left_out
    }
}
