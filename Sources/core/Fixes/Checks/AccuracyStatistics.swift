/// The recent accuracies of a source, and the limit beyond which a fix counts as poor.
///
/// The limit follows the better fixes. With a median, a source that alternates between satellites
/// and Wi-Fi would get the limit of its Wi-Fi fixes.
struct AccuracyStatistics: Sendable {
    /// The number of accuracies that are remembered.
    static let capacity = 100
    /// The least number of accuracies from which the limit is calculated.
    private static let least = 20
    /// The limit in metres while there are fewer.
    private static let first_m: Float = 100
    /// The bounds of the limit in metres. Only a source with coarser accuracies exceeds them.
    private static let lowest_m: Float = 25
    private static let highest_m: Float = 250

    /// The accuracies in order of arrival, from `oldest` on, and in order of size.
    private var recent: [Float] = []
    private var sorted: [Float] = []
    private var oldest = 0
    /// The level of the last accuracy, and the factor that converts it to 95 %.
    private var level = 0.95
    private var factor = 1.0

    /// The limit in metres at 95 %, beyond which a fix is poor.
    private(set) var limit_m = Double(first_m)

    /// The limit converted to that level, for comparison with accuracies of the same level.
    func limit_m(atLevel level: Double) -> Double {
        AccuracyLevel.converted(limit_m, from: 0.95, to: level)
    }

    /// Whether the accuracy of a fix is far worse than usual for the source.
    func isPoor(_ update: LocationUpdate) -> Bool {
        guard let accuracy_m = update.usableAccuracy_m else { return false }
        return accuracy_m > limit_m(atLevel: update.accuracyLevel)
    }

    /// Adds the accuracy of an accepted fix; returns true when the limit changed.
    @inline(__always)
    mutating func add(_ update: LocationUpdate) -> Bool {
        guard let accuracy_m = update.usableAccuracy_m else { return false }
        if update.accuracyLevel != level { setLevel(update.accuracyLevel) }
        let metres = Float(accuracy_m * factor)
        guard recent.count == Self.capacity else { return begin(metres) }
        let gone = recent[oldest]
        if gone == metres {
            oldest = oldest &+ 1 == Self.capacity ? 0 : oldest &+ 1
            return false
        }
        return replace(gone, with: metres)
    }

    private mutating func setLevel(_ new: Double) {
        level = new
        factor = AccuracyLevel.converted(1, from: new, to: 0.95)
    }

    @inline(never)
    private mutating func begin(_ metres: Float) -> Bool {
        recent.append(metres)
        insert(metres)
        return review()
    }

    @inline(never)
    private mutating func replace(_ gone: Float, with metres: Float) -> Bool {
        recent[oldest] = metres
        oldest = oldest + 1 == Self.capacity ? 0 : oldest + 1
        sorted.remove(at: place(of: gone))
        insert(metres)
        return review()
    }

    private mutating func insert(_ metres: Float) {
        sorted.insert(metres, at: place(of: metres))
    }

    /// Returns the index of the first sorted accuracy that is not below `metres`.
    private func place(of metres: Float) -> Int {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < metres { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func review() -> Bool {
        let before = limit_m
        if sorted.count < Self.least {
            limit_m = Double(Self.first_m)
        } else if sorted[0] > Self.highest_m {
            limit_m = Double(1.5 * sorted[sorted.count / 2])
        } else {
            let twentieth = sorted[(sorted.count - 1) / 5]
            limit_m = Double(min(Self.highest_m, max(Self.lowest_m, 10 * twentieth)))
        }
        return limit_m != before
    }
}
