/// A read-only run of plain values in memory that someone else keeps alive.
///
/// It holds an address rather than a pointer, so that a store is `Sendable` and costs no reference
/// counting in the inner loops. Only the owner of a `Block` makes one, and keeps the block as long.
@frozen
public struct Column<Element: BitwiseCopyable & Sendable>: BitwiseCopyable, Sendable {
    @usableFromInline let address: UInt
    /// How many elements there are.
    public let count: Int

    /// `count` elements from `address`, which stay in place and unchanged while this is used.
    public init(address: UInt, count: Int) {
        self.address = address
        self.count = count
    }

    /// The element at an index below `count`.
    @inlinable
    public subscript(index: Int) -> Element {
        assert(index >= 0 && index < count)
        return unsafe UnsafePointer<Element>(bitPattern: address).unsafelyUnwrapped[index]
    }
}
