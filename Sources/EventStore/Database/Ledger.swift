import CSQLite
import Glibc

/// The open database: the numbered log, the saved state and the fences of run time.
///
/// Of the store's thread alone. Every change happens within `commit`.
final class Ledger {
    let connection: Connection
    let limits: StoreLimits
    /// The life of the database.
    let epoch: Epoch
    /// The oldest event kept; one more than `head` when there is none.
    var first: Seq
    /// The newest durable event.
    var head: Seq
    /// The greatest revision of a fence of run time.
    var revision: Int64
    /// Bytes that fences of run time take; nil when it has to be looked up.
    var knownFenceBytes: Int?
    private let bootID: String
    /// Whether the database shows that this run has begun.
    private var isMarked = false
    private var hasCheckpointed = false
    /// The files that were opened.
    private(set) var files: [FilePlace] = []
    /// Whether the last run was ended in order.
    let wasClean: Bool
    /// The boot of the last run; nil for a new database.
    let previousBootID: String?
    /// When the last run wrote last, nanoseconds since 1970.
    let previousCommit_ns: Int64?
    /// Whether the database was put back from a copy.
    ///
    /// The numbers after the copy have had other events then, so it goes on under a new epoch. A
    /// copy shows by its file, or by the seal of the write-ahead log beside it; one that was written
    /// over both files in place shows by nothing.
    let isCopy: Bool
    /// Whether commits at its end are lost with the write-ahead log: it goes on under a new epoch,
    /// too, because their numbers are given anew.
    let isCut: Bool
    private let generation: Int64?

    /// Opens the database, creates it, or brings it up to date.
    ///
    /// A database that is created gets the epoch and the first event of `creation`; one that was put
    /// back from a copy, or has lost its end, gets the epoch.
    ///
    /// - Parameter isReadOnly: whether the medium can only be read, and nothing be brought up to date.
    /// - Throws: `SQLiteError` whose kind says what to do; after `.corrupt`, `.foreign` and
    ///   `.newer` the file is to be moved aside.
    init(
        path: String, bootID: String, limits: StoreLimits,
        creation: (epoch: Epoch, first: NewEvent?), isReadOnly: Bool = false
    ) throws(LedgerError) {
        let isNew = try isReadOnly ? false : DatabaseFile.prepare(path)
        generation = DatabaseFile.generation(of: path)
        do throws(SQLiteError) {
            connection = try Connection(path: path, isReadOnly: isReadOnly)
            self.limits = limits
            try connection.lock()
            let version = try connection.knownVersion()
            try connection.requireTables(of: version)
            try connection.configure()
            let past = try version == 0 ? Past() : Past(connection)
            wasClean = past.wasClean
            previousBootID = past.bootID
            isCut = try wasClean ? false : LogTail.isLost(beside: path)
            if !wasClean { try connection.quickCheck() }
            // A database of this version is only read for now: on a full disk it still tells what
            // was saved.
            if version < Schema.version {
                try connection.bringUpToDate(from: version, creation: creation)
            }
            head = try connection.integer("SELECT max(seq) FROM event") ?? 0
            let end = LogCursor(epoch: try connection.epoch(), seq: head)
            let isOfAnother = try LogSeal.contradicts(end, beside: path)
            isCopy = isOfAnother || past.wroteOther(than: generation)
            epoch = isCopy || isCut ? creation.epoch : end.epoch
            first = try connection.integer("SELECT min(seq) FROM event") ?? 1
            revision = try connection.meta("revision") ?? 0
            let last = try connection.integer(
                "SELECT committed_ns FROM event WHERE seq = ?", .integer(head))
            previousCommit_ns = [past.stopped_ns, last].compactMap { $0 }.max()
            self.bootID = bootID
        } catch {
            throw LedgerError(error)
        }
        // Arithmetic with numbers of a damaged file must not overflow, and whoever goes from one to the
        // other comes to an end.
        guard 0...Self.greatest ~= head, 1...head + 1 ~= first, 0...Self.greatest ~= revision,
            head - first < StoreLimits.greatestExtent
        else {
            throw LedgerError(.corrupt, "events \(first) to \(head), revision \(revision)")
        }
        if isNew { try DatabaseFile.syncDirectory(of: path) }
    }

    /// The greatest number that can be honest: a thousand a second for nine million years.
    private static let greatest: Int64 = 1 << 58

    /// The extent of the log.
    var bounds: EventBounds { EventBounds(epoch: epoch, first: first, head: head) }

    /// Notes that this run has begun, so that its end is known to be orderly or not.
    func begin() throws(SQLiteError) {
        try commit { () throws(SQLiteError) in }
        files = ["", "-wal"].compactMap { FilePlace(connection.path + $0) }
    }

    /// Whether the files that were opened lie where the next run will look for them.
    var isInPlace: Bool { files.allSatisfy(\.isHeld) }

    /// Makes everything in `body` durable, or nothing of it.
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
            // The connection's own view falls back to the last durable commit. Where this fails
            // too, SQLite has already rolled back by itself.
            if connection.isInTransaction { try? connection.run("ROLLBACK") }
            throw error
        }
    }

    /// Empties the write-ahead log into the database when it has become long, and once at the
    /// beginning: that a run has begun is known without the log then.
    func checkpointIfDue() throws(SQLiteError) {
        // Well before the reserved length of the write-ahead log is used up.
        let reserved = (limits.bytes + Self.spare) / Self.pageSize
        let isLong = connection.logFrames >= min(StoreLimits.checkpointFrames, reserved / 2)
        guard isLong || !hasCheckpointed else { return }
        hasCheckpointed = true
        try connection.checkpoint()
    }

    /// Notes that this run ended in order, and ends the connection.
    func close() throws(SQLiteError) {
        try commit { () throws(SQLiteError) in
            try connection.setMeta("clean", .integer(1))
            try connection.setMeta("stopped_ns", .integer(Clock.system_ns()))
        }
        // While the lock is still held: afterwards the log may be that of another process.
        if try connection.checkpoint() {
            try LogSeal.write(bounds.end, beside: connection.path)
        }
        connection.close()
    }
}
