import ControlProtocol
import EventStore
import NIOCore
import NIOPosix
import SystemServices
import Systemd

/// Follows the condition of the event log: reports it, and stores the state in force in a log that was
/// created while the daemon runs.
@Loop
final class StorageWatch {
    private let log: EventLog
    private let engine: EngineRunner
    private let active: ActiveConfiguration
    private let consumers: Consumers
    private let journal: JournalWriter
    private let statusLine: StatusLine
    private let files: NIOThreadPool
    /// The promise of the daemon's end; its failure ends the daemon.
    private let end: EventLoopPromise<Void>
    /// Whether the log fails and this was reported.
    private var isFailing = false
    /// Whether no space is reserved for the log and this was reported.
    private var isUnreserved = false
    /// Whether a loss of events was reported since the log began to fail.
    private var hasReportedLoss = false
    /// The bytes of the state directory at the last count; nil before the first.
    private var usedBytes: Int64?
    /// The free bytes of its file system, at the same time.
    private var freeBytes: Int64?

    /// Creates a watch that has reported nothing.
    ///
    /// - Parameters:
    ///   - files: the thread that waits for the disk.
    ///   - end: fails when the log can no longer be used.
    init(
        _ log: EventLog, _ engine: EngineRunner, _ active: ActiveConfiguration,
        _ consumers: Consumers, journal: JournalWriter, statusLine: StatusLine,
        files: NIOThreadPool, end: EventLoopPromise<Void>
    ) {
        self.log = log
        self.engine = engine
        self.active = active
        self.consumers = consumers
        self.journal = journal
        self.statusLine = statusLine
        self.files = files
        self.end = end
    }

    /// Saves the whole state of the engine.
    func saveState() { log.store.save(engine.savedState) }

    /// Counts the used and free bytes of the state directory for the next ``record``.
    func countUsedBytes() {
        let directory = RuntimePaths(active.settings).stateDirectory
        files.submit { _ in
            let (used, free) = (Directory.usedBytes(directory), Directory.freeBytes(directory))
            Loop.soon { (self.usedBytes, self.freeBytes) = (used, free) }
        }
    }

    /// Reports a new condition of the storage, and acts on it.
    func conditionChanged(_ condition: StorageCondition) {
        statusLine.touch()
        switch condition {
        case .healthy:
            if isUnreserved {
                journal.post(JournalEntry(.notice, "space for the event log is reserved now"))
            }
            isUnreserved = false
            reportRecovery()
        case .unreserved(let failure):
            isUnreserved = true
            report(.warning, failure.reserveSentence, failure)
            reportRecovery()
        case .failing(let failure):
            report(.error, "\(failure)", failure)
            consumers.storageFails(failure)
            guard !isFailing else { break }
            isFailing = true
            // Becomes durable when the log works again, and shows since when events were late.
            log.record(.storageFailed, "\(failure)")
        case .broken(let failure): end.fail(failure)
        case .reset:
            saveState()
            keepFences()
            consumers.keepInNewLog()
        }
    }

    /// Reports that an event, or several, will never be in the log.
    func lost(_ failure: StorageFailure) {
        switch failure.kind {
        case .tooLarge:
            report(.error, "an event was lost: \(failure)", failure)
            log.record(.gap, "an event was lost: \(failure)")
        case .discarded:
            // The store itself puts the number of the lost events into the log.
            guard !hasReportedLoss else { break }
            hasReportedLoss = true
            report(.error, "\(failure)", failure)
        case .closed, .full, .readOnly, .shortage, .device, .notPermitted, .obstructed, .missing,
            .alreadyRunning, .corrupt, .foreign, .newer, .replaced:
            break
        }
    }

    /// The state of the log, as on the wire.
    var record: StoreRecord {
        let (pending, bounds) = log.standing
        var record = StoreRecord(
            epoch: bounds.epoch, first_seq: bounds.first, next_seq: bounds.head + 1)
        record.pending = pending
        record.used_bytes = usedBytes
        record.free_bytes = freeBytes
        record.path = RuntimePaths(active.settings).stateDirectory
        switch log.store.condition {
        case .healthy, .reset: break
        case .unreserved(let failure): record.message = failure.reserveSentence
        case .failing(let failure), .broken(let failure):
            record.message = "\(failure)"
            switch failure.kind {
            case .full: record.state = "full"
            case .readOnly: record.state = "readonly"
            case .shortage, .device, .notPermitted, .obstructed, .missing, .alreadyRunning,
                .corrupt, .foreign, .newer, .replaced, .tooLarge, .discarded, .closed:
                record.state = "failing"
            }
        }
        return record
    }

    /// Stores the runtime fences in a log that was created while they are in force.
    private func keepFences() {
        active.fences.forgetLeftOut()
        for fence in active.fences.kept {
            log.store.change([.put(fence)]) { outcome in
                guard case .failure(let failure) = outcome else { return }
                Loop.soon {
                    self.report(
                        .error,
                        "fence \(fence.id) is as in its file again after a restart: \(failure)",
                        failure)
                }
            }
        }
    }

    private func reportRecovery() {
        guard isFailing else { return }
        isFailing = false
        hasReportedLoss = false
        journal.post(
            JournalEntry(
                .notice, "the event log works again",
                messageID: MessageID.of(.storageResumed)), about: .storageResumed)
        log.record(.storageResumed, "the event log works again")
    }

    private func report(_ level: JournalEntry.Priority, _ text: String, _ failure: StorageFailure) {
        journal.post(
            JournalEntry(
                level, text, messageID: MessageID.of(.storageFailed),
                fields: [.init("GEOFENCE_CODE", failure.code)]), about: .storageFailed)
    }
}
