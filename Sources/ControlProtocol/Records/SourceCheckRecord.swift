/// The state of one check of a source's fixes.
public struct SourceCheckRecord: Sendable, Hashable, Codable {
    /// The stable code (`time-order`, `jump`, …).
    public var name: String
    /// Whether it is on.
    public var on: Bool
    /// The effective number; nil for a check without one.
    public var number: Double?
    /// The unit of the number (`m`, `s`, `m/s`).
    public var unit: String?
    /// The setting that changes it or switches it off; nil for none.
    public var key: String?
    /// How many fixes it has rejected since the daemon started.
    public var count: Int
    /// When it last rejected a fix, RFC 3339 by the system clock; nil for never.
    public var last_at: String?
    /// A present peculiarity, one sentence.
    public var remark: String?

    /// A check that has rejected nothing.
    public init(name: String, on: Bool, key: String? = nil, count: Int = 0) {
        self.name = name
        self.on = on
        self.key = key
        self.count = count
    }
}
