import Glibc

/// An open file descriptor with exactly one owner; closed with the owner.
public struct OwnedDescriptor: ~Copyable, Sendable {
    /// The number of the descriptor. Use it only during the lifetime of the owner.
    public let rawValue: Int32

    /// Takes ownership of an open descriptor.
    public init(owning rawValue: Int32) {
        precondition(rawValue >= 0, "only an open descriptor can be owned")
        self.rawValue = rawValue
    }

    /// Gives up ownership; the caller closes the descriptor.
    public consuming func release() -> Int32 {
        let raw = rawValue
        discard self
        return raw
    }

    deinit {
        // Linux frees the descriptor even when close is interrupted, so never retry.
        _ = close(rawValue)
    }
}
