public import Geofencing

/// What the database held when it was opened.
public struct Restored: Sendable, Hashable {
    /// The extent of the log.
    public var bounds: EventBounds
    /// The saved state of the engine.
    public var state: SavedState
    /// Changes of runtime fences, in order of their revisions, as far as the limits allow.
    public var fences: [RuntimeFence]
    /// Later changes that stay in the database but were not read; stored by a version without
    /// limits.
    public var fencesBeyondLimits: [FenceSetName: RuntimeFenceUsage]
    /// The last event that each sink has processed, by the sink's name.
    public var deliveries: [String: LogCursor]
    /// The record of each consumer, by its name, as given to
    /// ``EventStore/keep(consumers:completion:)``.
    public var consumers: [String: [UInt8]]
    /// Whether the previous run shut down cleanly; true for a new database.
    public var wasClean: Bool
    /// The boot ID of the previous run; nil for a new database.
    public var previousBootID: String?
    /// The last commit of the previous run, nanoseconds since 1970.
    public var previousCommit_ns: Int64?
    /// Whether the database was restored from a copy: the log continues under a new epoch, because
    /// the numbers after the copy belonged to other events.
    public var isCopy: Bool
    /// Whether events at its end are lost, because the write-ahead log of a run that did not shut
    /// down cleanly is damaged or missing. The log continues under a new epoch, as for a copy.
    public var isTruncated: Bool
    /// What happened to an unusable database; everything else is empty then.
    public var reset: StorageReset?
    /// Saved records that this version cannot read, by name. An unreadable fence record is replaced
    /// by one that makes the fence unknown and ends its visit.
    public var unreadable: [String]

    /// The total of all changes of runtime fences.
    public var fenceUsage: RuntimeFenceUsage {
        fences.map(RuntimeFenceUsage.init).reduce(RuntimeFenceUsage(), +)
            + fencesBeyondLimits.values.reduce(RuntimeFenceUsage(), +)
    }
}
