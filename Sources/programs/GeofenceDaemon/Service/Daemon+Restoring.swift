import ControlProtocol
import EventStore
import Geofencing
import SystemServices
import Systemd

extension Daemon {
    /// Restores consumers and runtime fences of an earlier run, and reports which cannot be read.
    func restore(_ restored: Restored) {
        if let reason = restored.newEpochReason { log.record(.storageReset, reason) }
        restoreFences(restored)
        restoreConsumers(restored)
    }

    /// Restores an earlier run whose log could be opened only after the start. The states that this
    /// run has determined are newer and are not replaced.
    func restore(late restored: Restored) {
        if let reason = restored.newEpochReason { log.record(.storageReset, reason) }
        for sink in sinks { sink.resume(after: restored.delivered(to: sink.name)) }
        restoreConsumers(restored)
        let found = engine.savedState
        restoreFences(restored)
        active.restore(kinds: restored.state.kinds.filter { found.kinds[$0.key] == nil })
        histories.restore(marks: restored.state.historyMarks)
        inputs.configure(active.engine)
        engine.take(.restore(restored.state.without(found)))
        storage.saveState()
    }

    private func restoreFences(_ restored: Restored) {
        let lost = active.fences.restore(restored.fences, beyond: restored.fencesBeyondLimits)
        for sentence in restored.fenceLimitSentences { log.record(.gap, sentence) }
        if let sentence = restored.damageSentence(lostFences: lost) { log.record(.gap, sentence) }
    }

    private func restoreConsumers(_ restored: Restored) {
        for name in consumers.restore(restored) {
            journal.post(
                JournalEntry(
                    .warning,
                    "the record of consumer \(name) is damaged and was removed: it begins with new "
                        + "events when it subscribes again; move it with: geofencectl consumer rewind"
                ))
        }
        consumers.reportAbsent(to: journal)
    }
}
