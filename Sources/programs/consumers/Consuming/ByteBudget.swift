/// So many bytes a day over a link that is paid for: never more in 24 hours, whenever they begin, than that and the
/// message that used up the rest.
///
/// An eighth of the bytes may be used at once, the rest comes back evenly over the day. So an alarm finds bytes at
/// any time of the day, which it would not with a count that begins at midnight.
public struct ByteBudget: Sendable, Hashable {
    private static let day_s = 86_400.0
    private static let shareAtOnce = 0.125

    /// Bytes in 24 hours.
    public let perDay: Double
    private var level: Double
    private var updated_s: Double

    /// A budget of that many bytes a day, of which all that may be used at once is left.
    public init(perDay: Double, now_s: Double) {
        self.perDay = perDay
        level = perDay * Self.shareAtOnce
        updated_s = now_s
    }

    /// A budget that had `level` bytes left so many seconds ago.
    public init(perDay: Double, level: Double, age_s: Double, now_s: Double) {
        self.init(perDay: perDay, now_s: now_s - max(0, age_s))
        self.level = min(level, capacity)
    }

    /// The bytes that may be used at once.
    public var capacity: Double { perDay * Self.shareAtOnce }
    private var perSecond: Double { perDay * (1 - Self.shareAtOnce) / Self.day_s }

    /// The bytes that are left; negative where more were used.
    public func left(now_s: Double) -> Double {
        min(capacity, level + max(0, now_s - updated_s) * perSecond)
    }

    /// Uses bytes, whether they are left or not.
    public mutating func use(_ bytes: Double, now_s: Double) {
        level = left(now_s: now_s) - bytes
        updated_s = max(updated_s, now_s)
    }
}
