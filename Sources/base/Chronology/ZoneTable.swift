/// The changes of clocks that a zone file lists.
struct ZoneTable: Hashable, Sendable {
    /// A change of clocks.
    struct Change: Hashable, Sendable {
        /// Seconds since 1970-01-01T00:00:00Z.
        var instant_s: Int64
        /// Seconds east of UTC after the change.
        var offset_s: Int
    }

    /// Seconds east of UTC before the first change.
    let first_s: Int
    /// The changes, in ascending order.
    let changes: [Change]

    /// Returns the seconds east of UTC at an instant; nil from the last change on, where the rule
    /// of the zone applies.
    func offset_s(at instant: UTCInstant) -> Int? {
        let second = instant.wholeSeconds
        guard let end = changes.last?.instant_s, second < end else { return nil }
        return changes.last { $0.instant_s <= second }?.offset_s ?? first_s
    }

    /// Returns the changes within a year of an instant.
    func changes(around instant: UTCInstant) -> [(instant: UTCInstant, offset_s: Int)] {
        let second = instant.wholeSeconds
        let near = second - 366 * 86_400...second + 366 * 86_400
        return changes.filter { near.contains($0.instant_s) }
            .map { (UTCInstant(nanoseconds: $0.instant_s * 1_000_000_000), $0.offset_s) }
    }
}
