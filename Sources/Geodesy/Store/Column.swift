/// A read-only run of plain values in memory that someone else keeps alive.
///
/// It holds an address rather than a pointer, so that a store is `Sendable` and costs no reference
/// counting in the inner loops. Only `ShapeStore` makes one, and keeps the memory as long.
struct Column<Element: BitwiseCopyable & Sendable>: BitwiseCopyable, Sendable {
    private let address: UInt
    let count: Int

    /// `count` elements from `address`, which stay in place and unchanged while this is used.
    init(address: UInt, count: Int) {
        self.address = address
        self.count = count
    }

    @inline(__always)
    subscript(index: Int) -> Element {
        assert(index >= 0 && index < count)
        return unsafe UnsafePointer<Element>(bitPattern: address).unsafelyUnwrapped[index]
    }
}
