/// Why a write or read of the log failed.
public struct StorageFailure: Error, Sendable, Hashable {
    /// The kinds of failure, each with its own remedy.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// No space left, or no more allowed.
        case full = "storage.full"
        /// The file system is mounted read-only.
        case readOnly = "storage.read-only"
        /// Memory or file descriptors are lacking; no indication about the disk.
        case shortage = "storage.shortage"
        /// The device reports errors.
        case device = "storage.io-error"
        /// This user lacks permission for the directory or the files.
        case notPermitted = "storage.not-permitted"
        /// There is a directory where a file of the log belongs.
        case obstructed = "storage.obstructed"
        /// The directory does not exist.
        case missing = "storage.missing"
        /// Another process holds the database.
        case alreadyRunning = "storage.already-running"
        /// The database is damaged.
        case corrupt = "storage.corrupt"
        /// The file is not a database of this program.
        case foreign = "storage.foreign"
        /// A newer version of this program wrote the database.
        case newer = "storage.newer"
        /// The files were removed or replaced while they were in use.
        case replaced = "storage.replaced"
        /// A single value exceeds the limit.
        case tooLarge = "storage.too-large"
        /// The queue in memory overflowed while the disk failed; the events are lost.
        case discarded = "storage.discarded"
        /// The store was closed before this was written.
        case closed = "storage.closed"
    }

    /// Which kind.
    public var kind: Kind
    /// The file or directory concerned.
    public var path: String
    /// The cause as reported by the system, for experts.
    public var detail: String

    /// A failure of that kind at that path.
    public init(kind: Kind, path: String, detail: String) {
        self.kind = kind
        self.path = path
        self.detail = detail
    }

    /// The stable code on the wire.
    public var code: String { kind.rawValue }
}

extension StorageFailure: CustomStringConvertible {
    /// What, where, why, what to do, in one sentence.
    public var description: String {
        let reason = detail.isEmpty ? "" : " (\(detail))"
        return "the event log \(path) \(kind.finding)\(reason): \(kind.remedy)"
    }
}

extension StorageFailure {
    /// That the log is written, but has no space set aside, when this failure is why.
    public var reserveSentence: String {
        let reason = detail.isEmpty ? "" : " (\(detail))"
        return
            "the event log \(path) is written, but space for it could not be reserved\(reason), so that a "
            + "full disk would stop it or cost its oldest events: free space on that file system"
    }
}

extension StorageFailure.Kind {
    /// What is wrong, as a predicate of "the event log".
    public var finding: String {
        switch self {
        case .full: "cannot be written because the disk is full or a limit reached"
        case .readOnly: "is on a read-only file system"
        case .shortage: "cannot be used for now because memory or file descriptors are lacking"
        case .device: "cannot be read or written because the device reports an error"
        case .notPermitted: "may not be read and written by this user"
        case .obstructed: "cannot be opened because a directory is in its place"
        case .missing: "has no directory"
        case .alreadyRunning: "is in use by another process"
        case .corrupt: "is damaged"
        case .foreign: "is not a geofenced database"
        case .newer: "was written by a newer version"
        case .replaced: "was removed or replaced while it was in use"
        case .tooLarge: "cannot store a value of this size"
        case .discarded: "could not be written for so long that events were discarded"
        case .closed: "was closed"
        }
    }

    /// What the user can do about it.
    public var remedy: String {
        switch self {
        case .full:
            "free space on that file system, or raise the quota or LimitFSIZE= in the unit; writing "
                + "resumes by itself"
        case .readOnly:
            "check the medium and remount it read-write, or allow the directory with "
                + "ReadWritePaths= in the unit; writing resumes by itself"
        case .shortage:
            "stop the program that uses so much, or raise MemoryMax= or LimitNOFILE= in the unit; writing "
                + "resumes by itself"
        case .device: "check the kernel log and replace the medium"
        case .notPermitted:
            "give the directory and everything in it to the user of the daemon: chown -R USER "
                + "DIRECTORY; chmod -R u=rwX,go= DIRECTORY"
        case .obstructed: "remove what lies there; writing begins by itself"
        case .missing: "create the directory or let systemd do it by StateDirectory="
        case .alreadyRunning:
            "another geofenced runs there; stop it first, or give this one a state_directory and a socket of "
                + "its own under [daemon]"
        case .corrupt, .foreign:
            "it was moved aside and a new log was begun; add its runtime fences and consumers again"
        case .newer: "install the newer version to read the copy that was moved aside"
        case .replaced:
            "restore it at once, or a new log is begun; stop the daemon before you change its files"
        case .tooLarge: "make the properties of the fence smaller, or change fewer fences at once"
        case .discarded: "repair the storage; the log shows how many events are missing"
        case .closed: "repeat the request after the daemon has started again"
        }
    }
}

/// The condition of the storage, for the daemon's status.
public enum StorageCondition: Sendable, Hashable {
    /// Everything appended becomes durable at once.
    case healthy
    /// Works, but could not reserve space for the next events: a full disk stops the log, or once it
    /// had a reserve, makes it keep fewer events. The store tries again when there is space.
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
