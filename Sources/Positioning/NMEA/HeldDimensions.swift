/// The dimensions that GSA told last: it does not come in every cycle.
struct HeldDimensions {
    /// What GSA said holds for this many epochs.
    static let epochs = 10

    private var last = 0
    private var age = HeldDimensions.epochs

    /// The dimensions that hold; 0 when none do.
    @inline(__always)
    var value: Int { age <= Self.epochs ? last : 0 }

    /// Takes what a GSA said; 0 says nothing.
    @inline(__always)
    mutating func note(_ dimensions: Int) {
        guard dimensions > 0 else { return }
        last = dimensions
        age = 0
    }

    /// An epoch has ended.
    @inline(__always)
    mutating func nextEpoch() {
        age += 1
    }
}
