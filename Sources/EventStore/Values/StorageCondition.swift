/// How the storage stands, for the status of the daemon.
public enum StorageCondition: Sendable, Hashable {
    /// Everything that was handed over becomes durable at once.
    case healthy
    /// Works, but could not set space aside: a full disk will stop the log.
    case unreserved(StorageFailure)
    /// Nothing becomes durable for now; events wait in memory and the store keeps trying.
    case failing(StorageFailure)
    /// Trying has not helped: end the process, and let the service manager start it again.
    case broken(StorageFailure)
    /// The damaged database was moved aside and a new epoch begun.
    ///
    /// All saved state is gone: hand over the whole state by `EventStore.save`. The store is
    /// healthy again.
    case reset(StorageReset)
}

/// What became of a database that could not be used.
public struct StorageReset: Sendable, Hashable {
    /// Why it could not be used.
    public var failure: StorageFailure
    /// Where what lay in its place is now; nil when nothing did.
    public var movedTo: String?
    /// The epoch that began.
    public var epoch: Epoch
}
