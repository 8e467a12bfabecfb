import CSQLite
import Glibc
import SystemServices

/// The open database: the numbered log, the saved state and the runtime fences.
///
/// Confined to the store's thread. Every change happens within `commit`.
final class EventDatabase {
    let connection: Connection
    let limits: StoreLimits
    /// The epoch of the database.
    let epoch: Epoch
    /// The oldest retained event; one more than `head` when there is none.
    var first: Seq
    /// The newest durable event.
    var head: Seq
    /// The greatest revision of a runtime fence.
    var revision: Int64
    /// The bytes that runtime fences use; nil when they must be computed.
    var knownFenceBytes: Int?
    private let bootID: String
    /// Whether the database records that this run has started.
    private var isMarked = false
    private var hasCheckpointed = false
    /// Whether the disk had no space to extend the reserve.
    var isConfined = false
    /// The open files.
    private(set) var files: [OpenedFile] = []
    /// Whether the previous run shut down cleanly.
    let wasClean: Bool
    /// The boot ID of the previous run; nil for a new database.
    let previousBootID: String?
    /// The last commit of the previous run, nanoseconds since 1970.
    let previousCommit_ns: Int64?
    /// Whether the database was restored from a copy.
    ///
    /// The numbers after the copy then belonged to other events, so the log continues under a new
    /// epoch. A copy is recognized by its file, or by the seal of the write-ahead log beside it;
    /// one written over both files in place is not recognized.
    let isCopy: Bool
    /// Whether commits at the end are lost with the write-ahead log: the log continues under a new
    /// epoch, too, because their numbers are used again.
    let isTruncated: Bool
    private let generation: Int64?

    /// Opens the database; creates it or migrates it where needed.
    ///
    /// A new database gets the epoch and the first event of `creation`; one that was restored from
    /// a copy or has lost its end gets the epoch.
    ///
    /// - Parameter isReadOnly: the medium can only be read; the schema is not migrated.
    /// - Throws: an error whose kind determines the remedy; after `.corrupt`, `.foreign` and
    ///   `.newer` move the file aside.
    init(
        path: String, bootID: String, limits: StoreLimits,
        creation: (epoch: Epoch, first: NewEvent?), isReadOnly: Bool = false
    ) throws(DatabaseError) {
        let isNew = try isReadOnly ? false : DatabaseFile.prepare(path)
        generation = DatabaseFile.generation(of: path)
        do throws(SQLiteError) {
            connection = try Connection(path: path, isReadOnly: isReadOnly)
            files = [OpenedFile(path)].compactMap(\.self)
            self.limits = limits
            try connection.lock()
            let version = try connection.knownVersion()
            try connection.requireTables(of: version)
            try connection.configure()
            let previous = try version == 0 ? PreviousRun() : PreviousRun(connection)
            wasClean = previous.wasClean
            previousBootID = previous.bootID
            isTruncated = try wasClean ? false : LogTail.isLost(beside: path)
            if !wasClean { try connection.quickCheck() }
            // A database of the current version is only read here: on a full disk the saved state
            // can still be restored.
            if version < Schema.version {
                try connection.bringUpToDate(from: version, creation: creation)
            }
            head = try connection.integer("SELECT max(seq) FROM event") ?? 0
            let end = LogCursor(epoch: try connection.epoch(), seq: head)
            let isOfAnotherDatabase = try LogSeal.contradicts(end, beside: path)
            isCopy = isOfAnotherDatabase || previous.wroteAnotherFile(than: generation)
            epoch = isCopy || isTruncated ? creation.epoch : end.epoch
            first = try connection.integer("SELECT min(seq) FROM event") ?? 1
            revision = try connection.meta("revision") ?? 0
            let last = try connection.integer(
                "SELECT committed_ns FROM event WHERE seq = ?", .integer(head))
            previousCommit_ns = [previous.stopped_ns, last].compactMap { $0 }.max()
            self.bootID = bootID
        } catch {
            throw DatabaseError(error)
        }
        // Numbers of a damaged file must not overflow arithmetic, and iterating from `first` to
        // `head` must end.
        guard 0...Self.greatest ~= head, 1...head + 1 ~= first, 0...Self.greatest ~= revision,
            head - first < StoreLimits.greatestExtent
        else {
            throw DatabaseError(.corrupt, "events \(first) to \(head), revision \(revision)")
        }
        if isNew { try DatabaseFile.syncDirectory(of: path) }
    }

    /// The greatest plausible number: a thousand events a second for nine million years.
    private static let greatest: Int64 = 1 << 58

    /// The extent of the log.
    var bounds: EventBounds { EventBounds(epoch: epoch, first: first, head: head) }

    /// Records that this run has started, so that the next run knows whether it shut down cleanly.
    ///
    /// Returns false when a file was removed since it was opened: what was committed is lost.
    func begin() throws(SQLiteError) -> Bool {
        try commit { () throws(SQLiteError) in }
        guard let log = OpenedFile(connection.path + "-wal") else { return false }
        files.append(log)
        return isInPlace
    }

    /// Whether the open files are where the next run will open them.
    var isInPlace: Bool { files.allSatisfy(\.isInPlace) }

    /// Makes everything in `body` durable, or nothing.
    func commit(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        try connection.run("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            if !isMarked {
                try connection.setMeta("clean", .integer(0))
                try connection.setMeta("boot", .text(bootID))
                try connection.setMeta("epoch", .text(epoch.description))
                try connection.setMeta("generation", .optional(generation))
            }
            try body()
            try connection.run("COMMIT")
            isMarked = true
        } catch {
            // Return to the last durable commit. If this fails as well, SQLite has already rolled
            // back.
            if connection.isInTransaction { try? connection.run("ROLLBACK") }
            throw error
        }
    }

    /// Copies the write-ahead log into the database when it is long, and once at the start of a
    /// run: the start is then recorded in the database itself.
    func checkpointIfDue() throws(SQLiteError) {
        // Well before the log exceeds its reserved length.
        let reserved = min(limits.bytes + Self.spare, Self.aheadInLog) / Self.pageSize
        let isLong = connection.logFrames >= min(StoreLimits.checkpointFrames, reserved / 2)
        guard isLong || !hasCheckpointed else { return }
        hasCheckpointed = true
        try connection.checkpoint()
    }

    /// Records a clean shutdown and closes the connection.
    func close() throws(SQLiteError) {
        try commit { () throws(SQLiteError) in
            try connection.setMeta("clean", .integer(1))
            try connection.setMeta("stopped_ns", .integer(Clocks.utcNanoseconds()))
        }
        // While the lock is held: afterwards the log may belong to another process.
        if try connection.checkpoint() {
            try LogSeal.write(bounds.end, beside: connection.path)
        }
        connection.close()
    }
}
