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

    /// Whether the accuracy of a fix is far worse than usual for the source. An accuracy below the
    /// lowest limit never is.
    func isPoor(_ update: LocationUpdate) -> Bool {
        guard let accuracy_m = update.usableAccuracy_m,
            update.accuracyLevel < 0.95 || accuracy_m > Double(Self.lowest_m)
        else { return false }
        return accuracy_m > AccuracyLevel.converted(limit_m, from: 0.95, to: update.accuracyLevel)
    }

    /// Adds the accuracy of an accepted fix. One that equals the oldest changes nothing.
    mutating func add(_ update: LocationUpdate) {
        guard let accuracy_m = update.usableAccuracy_m else { return }
        if update.accuracyLevel != level { setLevel(update.accuracyLevel) }
        let metres = Float(accuracy_m * factor)
        guard recent.count == Self.capacity else { return begin(metres) }
        let gone = recent[oldest]
        if gone == metres {
            oldest = oldest &+ 1 == Self.capacity ? 0 : oldest &+ 1
            return
        }
        replace(gone, with: metres)
    }

    private mutating func setLevel(_ new: Double) {
        level = new
        factor = AccuracyLevel.converted(1, from: new, to: 0.95)
    }

    @inline(never)
    private mutating func begin(_ metres: Float) {
        recent.append(metres)
        insert(metres)
        review()
    }

    @inline(never)
    private mutating func replace(_ gone: Float, with metres: Float) {
        recent[oldest] = metres
        oldest = oldest + 1 == Self.capacity ? 0 : oldest + 1
        sorted.remove(at: place(of: gone))
        insert(metres)
        review()
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

    private mutating func review() {
        if sorted.count < Self.least {
            limit_m = Double(Self.first_m)
        } else if sorted[0] > Self.highest_m {
            limit_m = Double(1.5 * sorted[sorted.count / 2])
        } else {
            let twentieth = sorted[(sorted.count - 1) / 5]
            limit_m = Double(min(Self.highest_m, max(Self.lowest_m, 10 * twentieth)))
        }
    }
}
