/// The numbers that a setting may have.
enum NumberRange {
    case any
    case atLeast(Double)
    case above(Double)
    case between(Double, Double)

    func contains(_ number: Double) -> Bool {
        switch self {
        case .any: true
        case .atLeast(let least): number >= least
        case .above(let limit): number > limit
        case .between(let least, let most): number >= least && number <= most
        }
    }

    /// The end of the sentence "must be …".
    var sentence: String {
        switch self {
        case .any: "a number"
        case .atLeast(let least): "\(least.short) or more"
        case .above(let limit): "more than \(limit.short)"
        case .between(let least, let most): "from \(least.short) to \(most.short)"
        }
    }
}

extension Double {
    /// The number without the `.0` of a whole one.
    var short: String {
        rounded() == self && magnitude < 1e15 ? "\(Int64(self))" : "\(self)"
    }
}
