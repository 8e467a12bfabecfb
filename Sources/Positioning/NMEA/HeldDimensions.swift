/// The dimensions that GSA told last: it does not come in every cycle.
struct HeldDimensions {
    /// What GSA said holds for this many epochs.
    static let epochs = 10

    private var last = 0
    private var age = HeldDimensions.epochs
    private var timeOfDay: Int64 = -1

    /// The dimensions that hold at a time of day, for as long as heights do at least; 0 when none do.
    @inline(__always)
    func value(at time: Int64) -> Int {
        age <= Self.epochs || HeldMeasures.holds(timeOfDay, at: time) ? last : 0
    }

    /// Takes what a GSA said for the moment of that time; 0 says nothing.
    @inline(__always)
    mutating func note(_ dimensions: Int, timeOfDay time: Int64) {
        guard dimensions > 0 else { return }
        // Told of each constellation by itself, the best of a moment counts.
        last = age == 0 && time == timeOfDay ? max(last, dimensions) : dimensions
        age = 0
        timeOfDay = time
    }

    /// An epoch has ended.
    @inline(__always)
    mutating func nextEpoch() {
        age += 1
    }
}
