/// A small random number generator whose sequence never changes, for callers that need the same
/// numbers in every run.
///
/// Source: G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators"
/// (2014), as SplitMix64.
package struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator at the start of the sequence of this seed.
    package init(seed: UInt64) {
        state = seed
    }

    /// Returns the next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
