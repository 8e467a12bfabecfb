import ControlProtocol
import EventStore
import Settings
import SystemServices

extension GeofenceDaemon {
    /// Discards all changes of fences made at run time, while no daemon runs: at the next start the fence
    /// files alone define the fences.
    ///
    /// Root switches to the owner of the state directory, so that its files remain that owner's.
    ///
    /// - Returns: the exit status, and sentences about what was done or why it failed.
    public func revertFences() -> (status: Int32, sentences: [String]) {
        let settings: DaemonSettings
        switch reader.parse() {
        case .success(let parsed): settings = parsed.configuration.daemon
        case .failure(let refusal): return (Self.configurationInvalid, refusal.problems)
        }
        if let taken = Self.keepStateDirectory(settings) { return (Self.unavailable, [taken]) }
        let directory = RuntimePaths(settings).stateDirectory
        do {
            try FileOwner.assume(ofDirectory: directory)
            let options = StoreOptions(
                directory: directory, bootID: BootIdentity.current() ?? "unknown",
                limits: StoreLimits(settings), record: NewEvent.init(storeEntry:))
            let (store, restored) = try EventStore.open(options)
            guard let restored else { throw UnreadableStore(condition: store.condition) }
            if let reason = restored.newEpochReason {
                let event = NewEvent(.storageReset, message: reason)
                store.append(EventBatch(events: [event])) { _ in }
            }
            try LoopTaskExecutor.run {
                defer { store.close(saving: nil) }
                _ = try await withCheckedContinuation { continuation in
                    store.change([.forgetAll]) { continuation.resume(returning: $0) }
                }.get()
                try await withCheckedContinuation { continuation in
                    store.close(saving: nil) { continuation.resume(returning: $0) }
                }.get()
            }
            let count = restored.fenceUsage.count
            return (0, ["\(directory): \(count) changes of fences at run time are discarded"])
        } catch let failure as StorageFailure {
            return (Self.unavailable, ["\(failure)"])
        } catch {
            return (Self.unavailable, ["the fences changed at run time are as they were: \(error)"])
        }
    }
}

/// A store that cannot be read at the moment.
private struct UnreadableStore: Error, CustomStringConvertible {
    var condition: StorageCondition

    var description: String {
        switch condition {
        case .failing(let failure), .broken(let failure), .unreserved(let failure): "\(failure)"
        case .healthy, .reset: "the event log cannot be read"
        }
    }
}
