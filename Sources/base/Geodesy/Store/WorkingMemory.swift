/// The memory for fences while they are collected and packed: the heap, or memory that the caller
/// provides (a mapped file), so that a large set needs no memory that the kernel cannot reclaim.
public struct WorkingMemory: Sendable {
    /// Provides `byteCount` bytes of memory, aligned to 64, that last while their owner lives. Nil
    /// when it has none; then the heap is used.
    public typealias Source =
        @Sendable (_ byteCount: Int) -> (
            address: UInt, owner: any AnyObject & Sendable
        )?

    private let source: Source?
    /// The number of bytes that are processed at once when elements are copied in another order.
    let window_bytes: Int

    /// The heap.
    public static let heap = WorkingMemory(window_bytes: .max, nil)

    /// Creates memory from `source`. `window_bytes` of it may be in use at once without a shortage
    /// for the rest of the process.
    public init(window_bytes: Int, _ source: Source?) {
        self.source = source
        self.window_bytes = window_bytes
    }

    /// The size in bytes below which the heap is used, because a mapping is not worth its cost.
    private static let leastBytes = 64 << 10

    /// Returns `byteCount` bytes of memory and their owner; nil for the heap.
    func take(_ byteCount: Int) -> (address: UInt, owner: any AnyObject & Sendable)? {
        byteCount < Self.leastBytes ? nil : source?(byteCount)
    }
}
