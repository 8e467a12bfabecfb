/// The options of a store.
public struct StoreOptions: Sendable {
    /// The directory of the database; it must exist.
    public var directory: String
    /// The boot ID of the machine.
    public var bootID: String
    /// The limits of the log.
    public var limits: StoreLimits
    /// Creates the event for an entry that the store itself writes.
    public var record: @Sendable (StoreEntry) -> NewEvent
    /// Called once when a database that could not be opened at first is open, with the contents
    /// from before this run. Runs before any event becomes durable.
    public var restored: @Sendable (Restored) -> Void
    /// Called when the condition of the storage changes.
    public var conditionChanged: @Sendable (StorageCondition) -> Void
    /// Called when the log grows, shrinks or is opened late; everything within the bounds is
    /// durable.
    public var boundsChanged: @Sendable (EventBounds) -> Void

    /// Creates options for the store in that directory. The closures run on the store's thread and
    /// must not block.
    public init(
        directory: String, bootID: String, limits: StoreLimits = StoreLimits(),
        record: @escaping @Sendable (StoreEntry) -> NewEvent,
        restored: @escaping @Sendable (Restored) -> Void = { _ in },
        conditionChanged: @escaping @Sendable (StorageCondition) -> Void = { _ in },
        boundsChanged: @escaping @Sendable (EventBounds) -> Void = { _ in }
    ) {
        self.directory = directory
        self.bootID = bootID
        self.limits = limits
        self.record = record
        self.restored = restored
        self.conditionChanged = conditionChanged
        self.boundsChanged = boundsChanged
    }
}
