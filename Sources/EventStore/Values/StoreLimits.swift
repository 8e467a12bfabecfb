/// What the log may use.
public struct StoreLimits: Sendable, Hashable {
    /// Events kept at most: 100,000 are three months of 1,000 a day.
    public var rows: Int
    /// Bytes the database may use beside the fences of run time: 32 MiB hold 100,000 events, whose
    /// rows and usual records take 280 bytes.
    public var bytes: Int

    /// The given values; at least 1,000 events and 1 MiB, because less cannot hold a day.
    public init(rows: Int = 100_000, bytes: Int = 32 << 20) {
        self.rows = max(rows, 1_000)
        self.bytes = max(bytes, 1 << 20)
    }

    /// Events that wait in memory while the disk fails: a day of a busy device.
    public static let waitingEvents = 10_000
    /// Bytes of their records: ten times what as many usual ones take. Properties of fences may make one
    /// record a hundred times as long.
    static let waitingBytes = 64 << 20
    /// Events that one transaction takes: its pages must fit the preallocated write-ahead log.
    static let eventsPerCommit = 512
    /// Bytes of values that one transaction takes, for the same reason.
    static let bytesPerCommit = 1 << 20
    /// Bytes of one payload or fence: a quarter of the smallest database; the wire takes 1 MiB.
    public static let valueBytes = 256 << 10
    /// Bytes of one row that is read, far more than any that is written: a damaged file may hold one of a
    /// gigabyte.
    static let rowBytes = 4 << 20
    /// Events between the oldest and the newest number: three times as many as may be kept.
    static let greatestExtent: Int64 = 30_000_000
    /// Changes of fences in one request.
    public static let fencesPerRequest = 10_000
    /// Fences changed at run time that are kept for all sets, removals among them: ten times as many as a
    /// device is sent one by one, and few enough to be listed and put into force at each start.
    public static let runtimeFences = 10_000
    /// Bytes of their ids and GeoJSON: sixteen requests full of vertices. Each start reads all of them into
    /// memory, where they take several times as much; what is larger belongs into a file, which is mapped.
    public static let runtimeFences_bytes = 16 << 20
    /// Rows looked at before other work gets its turn: about 2 ms.
    static let rowsPerSlice = 4_096
    /// Questions answered before commits get their turn: a crowd of readers that begin at the
    /// beginning must not hold up an event.
    static let queriesPerRound = 4
    /// Rows deleted at once by retention: few enough not to delay a commit, and more than one
    /// transaction adds.
    static let rowsPerDeletion = 1_024
    /// The share of the log deleted at once, so that small logs lose a small part at a time.
    static let shareOfDeletion = 16
    /// Deletions in a row before commits get their turn.
    static let deletionsPerRound = 16
    /// Frames in the write-ahead log that start a checkpoint: SQLite's own default.
    static let checkpointFrames = 1_000
    /// Seconds between periodic checkpoints of the engine's state: spares the flash.
    public static let checkpointPeriod_s = 600.0
    /// Failures of the device in a row after which this process tries no more, if it ever worked.
    static let deviceFailures = 3
    /// Attempts to open that fail, over some ten seconds, before what the device does not let be read is
    /// given up.
    static let refusedReads = 4
    /// Seconds for which a directory that is gone or another one is waited for: as long as it takes to
    /// mount a medium again.
    static let absence_s = 15.0
    /// Longest time between two attempts, seconds: a remounted medium is noticed soon enough.
    static let longestRetry_s = 30.0
    /// The thread shows that it lives, and looks whether its files are in place, at least this often,
    /// seconds. Whoever writes or asks has it look at once; so a processor that sleeps is seldom woken.
    static let heartbeat_s = 15.0
    /// Visits whose records are read before other work gets its turn: about 2 ms.
    static let visitsPerSlice = 16
    /// Visits that one request puts together, the newest ones: so much memory is there for them.
    public static let visitsPerRequest = 10_000
}
