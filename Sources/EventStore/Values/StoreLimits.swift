/// The limits of the log.
public struct StoreLimits: Sendable, Hashable {
    /// Retained events: 100,000 are three months of 1,000 a day.
    public var rows: Int
    /// Bytes of the database without the runtime fences: 32 MiB hold 100,000 events, whose rows and
    /// typical records take 280 bytes.
    public var bytes: Int

    /// Limits of at least 1,000 events and 1 MiB: less cannot hold a day.
    public init(rows: Int = 100_000, bytes: Int = 32 << 20) {
        self.rows = max(rows, 1_000)
        self.bytes = max(bytes, 1 << 20)
    }

    /// Events that wait in memory while the disk fails: a day of a busy device.
    public static let waitingEvents = 10_000
    /// Bytes of their records: ten times what as many typical ones take. Fence properties can make
    /// one record a hundred times as long.
    static let waitingBytes = 64 << 20
    /// Events in one transaction: its pages must fit the preallocated write-ahead log.
    static let eventsPerCommit = 512
    /// Bytes of values in one transaction, for the same reason.
    static let bytesPerCommit = 1 << 20
    /// Bytes of one payload or fence: a quarter of the smallest database; the wire allows 1 MiB.
    public static let valueBytes = 256 << 10
    /// Bytes of one row that is read, far more than any that is written: a damaged file may claim a
    /// row of a gigabyte.
    static let rowBytes = 4 << 20
    /// Events between the oldest and the newest number: three times the greatest configurable
    /// limit.
    static let greatestExtent: Int64 = 30_000_000
    /// Changes of fences in one request.
    public static let fencesPerRequest = 10_000
    /// Runtime fences of all sets, removals included: ten times as many as a device typically
    /// receives one by one, and few enough to be listed and applied at each start.
    public static let runtimeFences = 10_000
    /// Bytes of their ids and GeoJSON: sixteen requests full of vertices. Each start reads all of
    /// them into memory, where they take several times as much; larger sets belong into a file,
    /// which is mapped.
    public static let runtimeFences_bytes = 16 << 20
    /// Rows read before other work gets its turn: about 2 ms.
    static let rowsPerSlice = 4_096
    /// Queries answered between two commits: many readers that start from the beginning must not
    /// delay an event.
    static let queriesPerRound = 4
    /// Rows that retention deletes at once: few enough not to delay a commit, and more than one
    /// transaction adds.
    static let rowsPerDeletion = 1_024
    /// The fraction of the log deleted at once, so that small logs lose a small part at a time.
    static let shareOfDeletion = 16
    /// Deletions in a row between two commits.
    static let deletionsPerRound = 16
    /// Frames in the write-ahead log that start a checkpoint: SQLite's own default.
    static let checkpointFrames = 1_000
    /// Seconds between periodic checkpoints of the engine's state: spares the flash.
    public static let checkpointPeriod_s = 600.0
    /// Consecutive device failures after which this process gives up, if it ever committed.
    static let deviceFailures = 3
    /// Failed attempts to open, over some ten seconds, before a database that the device does not
    /// let be read is moved aside.
    static let failedReads = 4
    /// Seconds to wait for a missing or replaced directory: long enough to remount a medium.
    static let absence_s = 15.0
    /// The longest delay between two attempts, seconds: short enough to notice a remounted medium.
    static let longestRetry_s = 30.0
    /// The longest time between two checks that the thread is alive and its files are in place,
    /// seconds. Writes and queries check at once, so an idle processor can sleep.
    static let heartbeat_s = 15.0
    /// Visits whose records are read before other work gets its turn: about 2 ms.
    static let visitsPerSlice = 16
    /// Visits that one request assembles, the newest ones; bounds its memory.
    public static let visitsPerRequest = 10_000
}
