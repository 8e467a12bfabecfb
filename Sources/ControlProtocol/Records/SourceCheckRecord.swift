/// One check of the fixes of a source, as it stands.
public struct SourceCheckRecord: Sendable, Hashable, Codable {
    /// The stable word (`time-order`, `jump`, …).
    public var name: String
    /// Whether it is in force.
    public var on: Bool
    /// The number in force; nil where it has none.
    public var number: Double?
    /// The unit of the number (`m`, `s`, `m/s`).
    public var unit: String?
    /// The setting that changes it or switches it off; nil where none does.
    public var key: String?
    /// How often it struck since the daemon started.
    public var count: Int
    /// When it struck last, RFC 3339 by the system clock; nil for never.
    public var last_at: String?
    /// What is particular about it at present, in a sentence.
    public var remark: String?

    /// A check that has not struck.
    public init(name: String, on: Bool, key: String? = nil, count: Int = 0) {
        self.name = name
        self.on = on
        self.key = key
        self.count = count
    }
}
