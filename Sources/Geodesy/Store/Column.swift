public import CPrefetch

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
    @inline(__always)
    public subscript(index: Int) -> Element {
        assert(index >= 0 && index < count)
        return unsafe UnsafePointer<Element>(bitPattern: address).unsafelyUnwrapped[index]
    }

    /// Has the element at an index fetched, for those who will read it shortly: what is to be read
    /// next can be on its way while something else is worked out. It is taken to begin with a line
    /// if it is longer than one.
    @inlinable
    @inline(__always)
    public func prefetch(_ index: Int) {
        let length = MemoryLayout<Element>.stride
        let start = address &+ UInt(bitPattern: index &* length)
        for offset in Swift.stride(from: 0, to: length, by: 64) {
            CPrefetch.prefetch(start &+ UInt(bitPattern: offset))
        }
    }

    /// The same with the elements at some indices.
    @inlinable
    @inline(__always)
    public func prefetch(_ indices: Range<Int>) {
        let stride = UInt(MemoryLayout<Element>.stride)
        var line = (address &+ UInt(bitPattern: indices.lowerBound) &* stride) & ~63
        let end = address &+ UInt(bitPattern: indices.upperBound) &* stride
        while line < end {
            CPrefetch.prefetch(line)
            line &+= 64
        }
    }
}
