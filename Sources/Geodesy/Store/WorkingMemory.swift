/// Where fences lie while they are gathered and packed: on the heap, or where the caller says (a
/// mapped file), so that a large set needs no memory that the kernel cannot take back.
public struct WorkingMemory: Sendable {
    /// Gives memory of so many bytes, aligned to 64, that lasts while its owner lives; nil when
    /// there is none, and the heap is used.
    public typealias Source =
        @Sendable (_ byteCount: Int) -> (
            address: UInt, owner: any AnyObject & Sendable
        )?

    private let source: Source?
    /// Bytes that are worked on at once where the order is not that of the memory.
    let window_bytes: Int

    /// The heap.
    public static let heap = WorkingMemory(window_bytes: .max, nil)

    /// Memory out of `source`, of which so many bytes may be in use at any one time without the rest
    /// of the process coming short.
    public init(window_bytes: Int, _ source: Source?) {
        self.source = source
        self.window_bytes = window_bytes
    }

    /// Bytes below which the heap serves: less is not worth a mapping.
    private static let leastBytes = 64 << 10

    /// Memory of so many bytes and who frees it; nil is the heap.
    func take(_ byteCount: Int) -> (address: UInt, owner: any AnyObject & Sendable)? {
        byteCount < Self.leastBytes ? nil : source?(byteCount)
    }
}
