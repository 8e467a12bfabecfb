/// How often a receiver reported that it has no usable position, by reason.
public struct NoFixCounts: Sendable {
    private var counts = InlineArray<6, Int>(repeating: 0)

    /// None.
    public init() {}

    /// How often for `reason`.
    public subscript(reason: NoFixReason) -> Int {
        counts[reason.slot]
    }

    /// For all reasons together.
    public var total: Int {
        NoFixReason.allCases.reduce(0) { $0 + self[$1] }
    }

    /// The reasons that occurred, most frequent first, with their counts.
    public var nonZero: [(reason: NoFixReason, count: Int)] {
        NoFixReason.allCases.map { ($0, self[$0]) }.filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }
    }

    mutating func count(_ reason: NoFixReason) {
        counts[reason.slot] += 1
    }
}

extension NoFixReason {
    /// The index of the reason in a table of all reasons.
    fileprivate var slot: Int {
        switch self {
        case .void: 0
        case .notMeasured: 1
        case .deadReckoning: 2
        case .lastKnown: 3
        case .noCoordinates: 4
        case .senderError: 5
        }
    }
}
