/// The number of times that a receiver reported no usable position, by reason.
public struct NoFixCounts: Sendable {
    private var counts = InlineArray<6, Int>(repeating: 0)

    /// Creates counts of zero.
    public init() {}

    /// The number of reports with `reason`.
    public subscript(reason: NoFixReason) -> Int {
        counts[reason.slot]
    }

    /// The number of reports for all reasons.
    public var total: Int {
        NoFixReason.allCases.reduce(0) { $0 + self[$1] }
    }

    /// The reasons with at least one report and their counts, most frequent first.
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
