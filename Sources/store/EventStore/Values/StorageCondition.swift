/// The condition of the storage, for the daemon's status.
public enum StorageCondition: Sendable, Hashable {
    /// Everything appended becomes durable at once.
    case healthy
    /// Works, but could not reserve space: a full disk will stop the log.
    case unreserved(StorageFailure)
    /// Nothing becomes durable for now; events wait in memory and the store retries.
    case failing(StorageFailure)
    /// Retrying has not helped: end the process, and let the service manager restart it.
    case broken(StorageFailure)
    /// The damaged database was moved aside and a new epoch begun.
    ///
    /// All saved state is lost: pass the whole state to `EventStore.save`. The store is healthy
    /// again.
    case reset(StorageReset)
}

/// A reset of the log after its database was unusable.
public struct StorageReset: Sendable, Hashable {
    /// Why the database was unusable.
    public var failure: StorageFailure
    /// Where the old database is now; nil when there was no file.
    public var movedTo: String?
    /// The new epoch.
    public var epoch: Epoch
}
