/// The state of one check of a source's fixes.
public struct SourceCheckRecord: Sendable, Hashable, Codable {
    /// The stable code (`time-order`, `jump`, …).
    public var name: String
    /// Whether the check is on.
    public var on: Bool
    /// The number in force; nil for a check without a number.
    public var number: Double?
    /// The unit of the number (`m`, `s`, `m/s`).
    public var unit: String?
    /// The setting that changes the check or switches it off; nil for none.
    public var key: String?
    /// The number of fixes that the check has rejected since the daemon started.
    public var count: Int
    /// When it last rejected a fix, RFC 3339 by the system clock; nil for never.
    public var last_at: String?
    /// A present condition, one sentence.
    public var remark: String?

    /// Creates a check that has rejected nothing.
    public init(name: String, on: Bool, key: String? = nil, count: Int = 0) {
        self.name = name
        self.on = on
        self.key = key
        self.count = count
    }
}
