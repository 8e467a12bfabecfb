/// The number of discards, by reason.
public struct DiscardCounts: Sendable {
    private var counts = InlineArray<20, Int>(repeating: 0)

    /// Creates counts of zero.
    public init() {}

    /// The number of discards for `reason`.
    public subscript(reason: DiscardReason) -> Int {
        counts[reason.slot]
    }

    /// The number of discards for all reasons.
    public var total: Int {
        DiscardReason.allCases.reduce(0) { $0 + self[$1] }
    }

    /// The reasons with at least one discard and their counts, most frequent first.
    public var nonZero: [(reason: DiscardReason, count: Int)] {
        DiscardReason.allCases.map { ($0, self[$0]) }.filter { $0.1 > 0 }
            .sorted { $0.1 > $1.1 }
    }

    mutating func count(_ reason: DiscardReason) {
        counts[reason.slot] += 1
    }

    mutating func halve() {
        for slot in counts.indices { counts[slot] /= 2 }
    }
}

extension DiscardReason {
    /// The index of the reason in a table of all reasons.
    fileprivate var slot: Int {
        switch self {
        case .badChecksum: 0
        case .noChecksum: 1
        case .truncated: 2
        case .overlong: 3
        case .binary: 4
        case .malformed: 5
        case .outOfRange: 6
        case .badDate: 7
        case .nullIsland: 8
        case .conflict: 9
        case .repeatedEpoch: 10
        case .badJSON: 11
        case .otherDevice: 12
        case .badXML: 13
        case .badPoint: 14
        case .missingDigit: 15
        case .sentencesDisagree: 16
        case .otherDatum: 17
        }
    }
}
