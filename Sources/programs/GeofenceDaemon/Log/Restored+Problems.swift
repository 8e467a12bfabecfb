import EventStore
import Geofencing
import Suggestions

extension Restored {
    /// The maximum number of names in a sentence.
    private static let namedAtMost = 10

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

    /// Returns the last event that a sink has processed; 0 for none, or for events of another log.
    func delivered(to sink: String) -> Seq {
        guard let delivered = deliveries[sink] else { return 0 }
        return delivered.epoch == bounds.epoch ? delivered.seq : 0
    }

    /// One sentence for each set with more runtime fences than the limits allow.
    var fenceLimitSentences: [String] {
        fencesBeyondLimits.sorted { $0.key < $1.key }.map { set, usage in
            "\(counted(usage.count, "run-time fence")) of \(set.text) with \(usage.bytes) bytes "
                + "are beyond the \(StoreLimits.runtimeFences) fences or "
                + "\(StoreLimits.runtimeFences_bytes) bytes that are kept for all sets, and left out; "
                + "put those that stay into that file, then: geofencectl fence revert"
        }
    }

    /// Returns which saved state and runtime fences cannot be read; nil when everything can be.
    func damageSentence(lostFences: [String]) -> String? {
        let unreadable = unreadable + lostFences
        guard !unreadable.isEmpty else { return nil }
        let named = unreadable.prefix(Self.namedAtMost).joined(separator: ", ")
        let others = unreadable.count - Self.namedAtMost
        return "saved state is damaged or of another version and left out: \(named)"
            + (others > 0 ? " and \(others) more" : "")
            + "; fences of it are unknown until the next fix"
            + (lostFences.isEmpty ? "" : ", and run-time fences of it are to be given again")
    }
}

extension SavedState {
    /// Returns the parts that `newer` lacks, and all fences, because the engine ends their visits.
    func without(_ newer: SavedState) -> SavedState {
        var rest = self
        rest.monitors = monitors.filter { newer.monitors[$0.key] == nil }
        rest.lastFixes = lastFixes.filter { newer.lastFixes[$0.key] == nil }
        rest.kinds = kinds.filter { newer.kinds[$0.key] == nil }
        return rest
    }
}
