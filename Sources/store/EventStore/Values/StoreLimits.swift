/// The limits of the log.
public struct StoreLimits: Sendable, Hashable {
    /// The maximum number of retained events: 100,000 are three months of 1,000 a day.
    public var rows: Int
    /// The maximum bytes of the database without the runtime fences: 32 MiB hold 100,000 events,
    /// whose rows and typical records take 280 bytes.
    public var bytes: Int

    /// Creates limits; raises them to 1,000 events and 1 MiB, because less cannot hold a day.
    public init(rows: Int = 100_000, bytes: Int = 32 << 20) {
        self.rows = max(rows, 1_000)
        self.bytes = max(bytes, 1 << 20)
    }

    /// The maximum number of events that wait while the disk fails: a day of a busy device.
    public static let waitingEvents = 10_000
    /// The maximum bytes of their payloads: ten times those of as many typical events. Fence
    /// properties can make one payload a hundred times as long.
    static let waitingBytes = 64 << 20
    /// Maximum events in one transaction: its pages must fit the preallocated write-ahead log.
    static let eventsPerCommit = 512
    /// The maximum bytes of values in one transaction, for the same reason.
    static let bytesPerCommit = 1 << 20
    /// Maximum bytes of a payload or fence: a quarter of the least database; the wire allows 1 MiB.
    public static let valueBytes = 256 << 10
    /// The maximum bytes of one row that is read, far more than any row that is written: a damaged
    /// file may claim a row of a gigabyte.
    static let rowBytes = 4 << 20
    /// The maximum number of events between the oldest and the newest: three times the greatest
    /// configurable limit.
    static let greatestExtent: Int64 = 30_000_000
    /// The maximum number of fence changes in one request.
    public static let fencesPerRequest = 10_000
    /// The maximum number of runtime fences of all sets, removals included: ten times as many as a
    /// device typically receives one by one, few enough to be listed and applied at each start.
    public static let runtimeFences = 10_000
    /// The maximum bytes of their ids and GeoJSON: sixteen requests full of vertices. Each start
    /// reads all of them into memory, where they take several times as much; larger sets belong
    /// into a file, which is mapped.
    public static let runtimeFences_bytes = 16 << 20
    /// The number of rows read before other work gets its turn: about 2 ms.
    static let rowsPerSlice = 4_096
    /// The number of queries answered between two commits: many readers that start from the
    /// beginning must not delay an event.
    static let queriesPerRound = 4
    /// The number of rows that retention deletes at once: few enough not to delay a commit, and
    /// more than one transaction adds.
    static let rowsPerDeletion = 1_024
    /// The divisor of the log for one deletion, so that small logs lose a small part at a time.
    static let shareOfDeletion = 16
    /// The maximum number of deletions in a row between two commits.
    static let deletionsPerRound = 16
    /// The number of frames in the write-ahead log that start a checkpoint: SQLite's default.
    static let checkpointFrames = 1_000
    /// Seconds between periodic checkpoints of the engine's state: spares the flash.
    public static let checkpointPeriod_s = 600.0
    /// The consecutive device failures after which this process gives up, if it ever committed.
    static let deviceFailures = 3
    /// The number of failed attempts to open, over some ten seconds, before a database that the
    /// device cannot read is moved aside.
    static let failedReads = 4
    /// Seconds to wait for a missing or replaced directory: long enough to remount a medium.
    static let absence_s = 15.0
    /// The longest delay between two attempts, seconds: short enough to notice a remounted medium.
    static let longestRetry_s = 30.0
    /// The longest time between two checks that the thread is alive and its files are in place,
    /// seconds. Writes and queries check at once, so an idle processor can sleep.
    static let heartbeat_s = 15.0
    /// The number of visits whose records are read before other work gets its turn: about 2 ms.
    static let visitsPerSlice = 16
    /// The maximum number of visits that one request assembles, the newest; bounds its memory.
    public static let visitsPerRequest = 10_000
}

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
