/// A read-only array of plain values in memory that another object keeps alive.
///
/// It contains an address instead of a pointer, so that a store is `Sendable` and needs no
/// reference counting in the inner loops. Only the owner of a `Block` creates one, and keeps the
/// block alive as long.
@frozen
public struct Column<Element: BitwiseCopyable & Sendable>: BitwiseCopyable, Sendable {
    @usableFromInline let address: UInt
    /// The number of elements.
    public let count: Int

    /// Creates a column of the `count` elements from `address` on, which must remain in place and
    /// unchanged while the column is used.
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
