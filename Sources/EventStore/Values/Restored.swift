public import Geofencing

/// What the database held when it was opened.
public struct Restored: Sendable, Hashable {
    /// The extent of the log.
    public var bounds: EventBounds
    /// What the engine needs to go on.
    public var state: SavedState
    /// Changes of fences made at run time, in order of their revisions, as far as the limits go.
    public var fences: [RuntimeFence]
    /// Later changes, which are kept but were not read, because a version without limits has kept them.
    public var fencesBeyondLimits: [FenceSetName: RuntimeFenceUsage]
    /// How far each delivery had come, by its name.
    public var deliveries: [String: LogCursor]
    /// Whether the last run was ended in order; true for a new database.
    public var wasClean: Bool
    /// The boot of the last run; nil for a new database.
    public var previousBootID: String?
    /// When something was last committed by the last run, nanoseconds since 1970.
    public var previousCommit_ns: Int64?
    /// Whether the database was put back from a copy: it goes on under a new epoch, because the
    /// numbers after the copy have had other events.
    public var isCopy: Bool
    /// Whether events at its end are lost, because the write-ahead log of a run that was not ended in
    /// order is damaged or gone: it goes on under a new epoch, as a copy does.
    public var isCut: Bool
    /// What happened to a database that could not be used; everything else is empty then.
    public var reset: StorageReset?
    /// Saved records that this version cannot read; they are left out. In the place of a fence's
    /// record is one that makes it unknown and ends its stay.
    public var unreadable: [String]

    /// All changes of fences made at run time.
    public var fenceUsage: RuntimeFenceUsage {
        fences.map(RuntimeFenceUsage.init).reduce(RuntimeFenceUsage(), +)
            + fencesBeyondLimits.values.reduce(RuntimeFenceUsage(), +)
    }
}
