import ControlProtocol
import EventStore
import NIOCore
import NIOPosix
import SystemServices
import Systemd

/// Follows the condition of the event log: reports it, and keeps what is in force in a log that was created
/// while the daemon runs.
@Loop
final class StorageWatch {
    private let log: EventLog
    private let engine: EngineRunner
    private let active: ActiveConfiguration
    private let consumers: Consumers
    private let journal: JournalWriter
    private let statusLine: StatusLine
    private let files: NIOThreadPool
    /// Ends the daemon.
    private let end: EventLoopPromise<Void>
    /// Whether the log fails, as it was reported.
    private var isFailing = false
    /// Whether a loss of events was reported since the log began to fail.
    private var hasReportedLoss = false
    /// Bytes of the state directory, when they were counted last; nil before.
    private var usedBytes: Int64?

    /// A watch that has reported nothing.
    ///
    /// - Parameters:
    ///   - files: waits for the disk.
    ///   - end: fails when the log cannot be used any more.
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

    /// Counts the bytes of the state directory for the next ``record``.
    func countUsedBytes() {
        let directory = RuntimePaths(active.settings).stateDirectory
        files.submit { _ in
            let bytes = Directory.usedBytes(directory)
            Loop.soon { self.usedBytes = bytes }
        }
    }

    /// Reports a condition of the storage, and does what follows from it.
    func conditionChanged(_ condition: StorageCondition) {
        statusLine.touch()
        switch condition {
        case .healthy:
            reportRecovery()
        case .unreserved(let failure):
            report(.warning, failure.reserveSentence, failure)
            reportRecovery()
        case .failing(let failure):
            report(.error, "\(failure)", failure)
            consumers.storageFails(failure)
            guard !isFailing else { break }
            isFailing = true
            // Durable when the log works again: it shows from when on events came late.
            log.record(.storageFailed, "\(failure)")
        case .broken(let failure): end.fail(failure)
        case .reset:
            saveState()
            keepFences()
            consumers.keepInNewLog()
        }
    }

    /// Reports that something will never be in the log.
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

    /// How the log is, as on the wire.
    var record: StoreRecord {
        let (pending, bounds) = log.standing
        var record = StoreRecord(
            epoch: bounds.epoch, first_seq: bounds.first, next_seq: bounds.head + 1)
        record.pending = pending
        record.used_bytes = usedBytes
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

    /// Keeps the runtime fences in a log that was created while they are in force.
    private func keepFences() {
        active.fences.forgetLeftOut()
        for fence in active.fences.kept {
            log.store.change([.put(fence)]) { outcome in
                guard case .failure(let failure) = outcome else { return }
                Loop.soon {
                    self.report(
                        .error,
                        "fence \(fence.id) will be as in its file after a restart: \(failure)",
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
                .notice, "the event log is written again",
                messageID: MessageID.of(.storageResumed)), about: .storageResumed)
        log.record(.storageResumed, "the event log is written again")
    }

    private func report(_ level: JournalEntry.Priority, _ text: String, _ failure: StorageFailure) {
        journal.post(
            JournalEntry(
                level, text, messageID: MessageID.of(.storageFailed),
                fields: [.init("GEOFENCE_CODE", failure.code)]), about: .storageFailed)
    }
}
