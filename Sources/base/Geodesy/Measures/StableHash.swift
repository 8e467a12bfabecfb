/// A hash that is the same in every process and on every machine (FNV-1a, 64 bits, with a final
/// mix after MurmurHash3's `fmix64`). For names and comparisons; not cryptographic.
///
/// Inlinable, because fence files are hashed byte by byte while they are read.
@usableFromInline
package struct StableHash: Sendable, Hashable {
    @usableFromInline var state: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Creates the hash of an empty input.
    @inlinable
    package init() {}

    /// Adds a word.
    @inlinable
    package mutating func combine(_ word: UInt64) {
        state = (state ^ word) &* 0x0000_0100_0000_01b3
        state ^= state >> 29
    }

    /// Adds a number; both zeros count as the same.
    @inlinable
    package mutating func combine(_ number: Double) {
        combine(number == 0 ? UInt64(0) : number.bitPattern)
    }

    /// Adds a number, or that it is missing.
    @inlinable
    package mutating func combine(_ number: Double?) {
        combine(UInt64(number == nil ? 0 : 1))
        if let number { combine(number) }
    }

    /// Adds the UTF-8 bytes of a text.
    @inlinable
    package mutating func combine(_ text: String) {
        for byte in text.utf8 { combine(UInt64(byte)) }
        combine(textOf: text.utf8.count)
    }

    /// Ends a text of `count` bytes that were added one by one.
    @inlinable
    package mutating func combine(textOf count: Int) { combine(0x1_0000 + UInt64(count)) }

    /// The hash of everything that was added.
    package var value: UInt64 {
        var mixed = state
        mixed = (mixed ^ (mixed >> 33)) &* 0xff51_afd7_ed55_8ccd
        mixed = (mixed ^ (mixed >> 33)) &* 0xc4ce_b9fe_1a85_ec53
        return mixed ^ (mixed >> 33)
    }
}
