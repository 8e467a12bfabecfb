import Chronology
import Composition
import ControlProtocol
import EventStore
import Geofencing
import NIOCore
import NIOPosix
import Spelling
import SystemServices

extension Daemon {
    /// Counts the bytes of the state directory on a thread that may wait for the disk.
    func countUsedBytes() {
        let directory = Surroundings(settings).stateDirectory
        files.submit { [self] _ in
            let bytes = Directory.usedBytes(directory)
            Loop.soon { self.usedBytes = bytes }
        }
    }

    /// Saves the whole state of the engine.
    func saveState() {
        log.store.save(desk.read { $0.savedState(at: $1) })
    }

    /// Says how the log stands, and does what follows from it.
    func storageChanged(_ condition: StorageCondition) {
        touchStatus()
        switch condition {
        case .healthy:
            storageWorks()
        case .unreserved(let failure):
            tell(.warning, failure.reserveSentence, failure)
            storageWorks()
        case .failing(let failure):
            tell(.error, "\(failure)", failure)
            consumers.storageFails(failure)
            guard !isStorageFailing else { break }
            isStorageFailing = true
            // Durable when the log works again: it shows from when on events came late.
            record(.storageFailed, "\(failure)")
        case .broken(let failure): end.fail(failure)
        case .reset:
            saveState()
            keepFences()
            consumers.keepInNewLog()
        }
    }

    /// Keeps the fences of run time in a log that was begun while they are in force.
    private func keepFences() {
        fences.forgetLeftOut()
        for fence in fences.kept {
            log.store.change([.put(fence)]) { outcome in
                guard case .failure(let failure) = outcome else { return }
                Loop.soon {
                    self.tell(
                        .error,
                        "fence \(fence.id) will be as in its file after a restart: \(failure)",
                        failure)
                }
            }
        }
    }

    /// Something will never be in the log.
    func lost(_ failure: StorageFailure) {
        switch failure.kind {
        case .tooLarge:
            tell(.error, "an event was lost: \(failure)", failure)
            record(.gap, "an event was lost: \(failure)")
        case .discarded:
            // The store itself puts the number of those lost into the log.
            guard !hasToldLoss else { break }
            hasToldLoss = true
            tell(.error, "\(failure)", failure)
        case .closed, .full, .readOnly, .shortage, .device, .notPermitted, .obstructed, .missing,
            .alreadyRunning, .corrupt, .foreign, .newer, .replaced:
            break
        }
    }

    private func storageWorks() {
        if isStorageFailing {
            isStorageFailing = false
            hasToldLoss = false
            journal.post(
                JournalEntry(
                    .notice, "the event log is written again",
                    messageID: MessageID.of(.storageResumed)), about: .storageResumed)
            record(.storageResumed, "the event log is written again")
        }
    }

    /// Takes up what an earlier run saved, now that the log could be opened after all. What this
    /// run has found out itself is newer and stays.
    func takeUp(_ restored: Restored) {
        tellNewEpoch(restored)
        for sink in sinks { sink.resume(after: restored.delivered(to: sink.name)) }
        takeConsumers(of: restored)
        let found = desk.read { $0.savedState(at: $1) }
        takeFences(of: restored)
        kinds.merge(restored.state.kinds.filter { found.kinds[$0.key] == nil }) { $1 }
        let marks = restored.state.historyMarks.mapValues { UTCInstant(nanoseconds: $0) }
        historyMarks.merge(marks, uniquingKeysWith: max)
        takeConfiguration()
        desk.take(.restore(restored.state.without(found)))
        saveState()
    }

    /// Says why readers find their cursors refused, when the log is not what it was.
    func tellNewEpoch(_ restored: Restored) {
        if let reason = restored.newEpochReason { record(.storageReset, reason) }
    }

    /// Takes up the fences of run time, and says what of them and of the saved state cannot be read.
    func takeFences(of restored: Restored) {
        let beyond = restored.fencesBeyondLimits
        let lost = fences.restore(restored.fences, beyond: beyond)
        for (set, usage) in beyond.sorted(by: { $0.key < $1.key }) {
            record(
                .gap,
                "\(counted(usage.count, "run-time fence")) of \(set.text) with \(usage.bytes) bytes "
                    + "are beyond the \(StoreLimits.runtimeFences) fences or "
                    + "\(StoreLimits.runtimeFences_bytes) bytes that are kept for all sets, and left out; "
                    + "put those that stay into that file, then: geofencectl fence revert")
        }
        let unreadable = restored.unreadable + lost
        guard !unreadable.isEmpty else { return }
        let named = unreadable.prefix(Self.namedAtMost).joined(separator: ", ")
        let others = unreadable.count - Self.namedAtMost
        record(
            .gap,
            "saved state is damaged or of another version and left out: \(named)"
                + (others > 0 ? " and \(others) more" : "")
                + "; fences of it are unknown until the next fix"
                + (lost.isEmpty ? "" : ", and run-time fences of it are to be given again"))
    }

    /// Takes up the consumers of an earlier run.
    func takeConsumers(of restored: Restored) {
        for name in consumers.restore(restored) {
            journal.post(
                JournalEntry(
                    .warning,
                    "the record of consumer \(name) is damaged and was removed: it begins with new "
                        + "events when it subscribes again; move it with: geofencectl consumer rewind"
                ))
        }
        reportAbsentConsumers()
    }

    /// Says once of each consumer that it has not been connected for long.
    func reportAbsentConsumers() {
        for name in consumers.takeNewlyAbsent() {
            journal.post(
                JournalEntry(
                    .notice,
                    "consumer \(name) has not been connected for \(Int(Limits.absence_days)) days; where "
                        + "it is not used any more: geofencectl consumer remove \(name)"))
        }
    }

    /// What one sentence names.
    private static let namedAtMost = 10

    private func tell(_ level: JournalEntry.Priority, _ text: String, _ failure: StorageFailure) {
        journal.post(
            JournalEntry(
                level, text, messageID: MessageID.of(.storageFailed),
                fields: [.init("GEOFENCE_CODE", failure.code)]), about: .storageFailed)
    }
}

extension Restored {
    /// Why the log continues under a new epoch; nil when it does not.
    var newEpochReason: String? {
        let reason: String
        if isCopy {
            reason = "was restored from a copy"
        } else if isTruncated {
            reason =
                "may have lost events at its end, because its write-ahead log (events.db-wal) is "
                + "damaged or missing,"
        } else {
            return nil
        }
        return "the event log \(reason) and continues from there under a new epoch"
    }

    /// The last event that a sink has; 0 when it has none, or those of another log.
    func delivered(to sink: String) -> Seq {
        guard let delivered = deliveries[sink] else { return 0 }
        return delivered.epoch == bounds.epoch ? delivered.seq : 0
    }
}

extension SavedState {
    /// What is left where `newer` says nothing, with all fences: the engine ends their visits.
    fileprivate func without(_ newer: SavedState) -> SavedState {
        var rest = self
        rest.monitors = monitors.filter { newer.monitors[$0.key] == nil }
        rest.lastFixes = lastFixes.filter { newer.lastFixes[$0.key] == nil }
        rest.kinds = kinds.filter { newer.kinds[$0.key] == nil }
        return rest
    }
}
