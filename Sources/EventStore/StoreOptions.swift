/// How a store is opened.
public struct StoreOptions: Sendable {
    /// The directory of the database; it must exist.
    public var directory: String
    /// Names this boot of the machine.
    public var bootID: String
    /// What the log may use.
    public var limits: StoreLimits
    /// Makes the record of an entry that the store itself adds.
    public var record: @Sendable (StoreEntry) -> NewEvent
    /// A database that could not be opened at first is open: what it held before anything of this
    /// run was written. Called at most once, before any event becomes durable.
    public var restored: @Sendable (Restored) -> Void
    /// The condition of the storage changed.
    public var conditionChanged: @Sendable (StorageCondition) -> Void
    /// The log has grown or shrunk, or was opened after all; what lies within is durable.
    public var boundsChanged: @Sendable (EventBounds) -> Void

    /// A store in that directory. The closures run on the store's thread and must not wait.
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
