import Glibc

/// An open file descriptor with exactly one owner; it is closed when its owner goes.
public struct OwnedDescriptor: ~Copyable, Sendable {
    /// The number the kernel knows it by. Borrow it only while the owner lives.
    public let rawValue: Int32

    /// Takes over an open descriptor.
    public init(owning rawValue: Int32) {
        precondition(rawValue >= 0, "a descriptor that is not open has no owner")
        self.rawValue = rawValue
    }

    /// Hands the open descriptor over to someone who will close it.
    public consuming func release() -> Int32 {
        let raw = rawValue
        discard self
        return raw
    }

    deinit {
        // Linux frees the descriptor even when close is interrupted: never retried.
        _ = close(rawValue)
    }
}
