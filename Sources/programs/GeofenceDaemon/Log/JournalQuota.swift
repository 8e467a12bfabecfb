import Chronology
import ControlProtocol

/// Limits the journal entries of a recurring fault: `perHour` entries an hour for each kind of trouble
/// and source. The event log has all of them.
struct JournalQuota {
    /// The maximum number of entries of one kind in an hour. A loose cable causes three kinds, so fewer
    /// than 60 entries an hour.
    static let perHour = 12
    private static let hour_s = 3600.0

    private struct Kind: Hashable {
        var type: String
        var source: String?
    }
    private struct Hour {
        var begin: BootInstant
        var count = 0
    }
    private var hours: [Kind: Hour] = [:]

    /// The decision about an entry.
    enum Verdict: Equatable {
        /// Write it.
        case write
        /// Write it, and say that it is the last of its kind in this hour.
        case writeAsLast
        /// Do not write it; only the event log has it.
        case leaveOut
    }

    /// Counts an entry of that type about that source, and decides whether it is written. Transitions
    /// and the results of commands are always written.
    mutating func verdict(_ type: String, source: String?, at now: BootInstant) -> Verdict {
        guard EventType(rawValue: type)?.isTrouble ?? false else { return .write }
        let kind = Kind(type: type, source: source)
        var hour = hours[kind] ?? Hour(begin: now)
        if now.seconds(since: hour.begin) >= Self.hour_s { hour = Hour(begin: now) }
        hour.count += 1
        hours[kind] = hour
        if hour.count < Self.perHour { return .write }
        return hour.count == Self.perHour ? .writeAsLast : .leaveOut
    }
}

extension EventType {
    /// Whether the type reports trouble that can recur without a command.
    fileprivate var isTrouble: Bool {
        switch self {
        case .feedStale, .feedResumed, .timeReset, .fixesLate, .possiblePass, .flapping,
            .sourceChanged,
            .storageFailed, .storageResumed, .gap:
            true
        case .entered, .exited, .dwelled, .resumed, .fenceAdded, .fenceChanged, .fenceRemoved,
            .fenceInvalid, .fenceExpired, .fenceValid, .visitClosed, .monitorStarted,
            .monitorStopped, .monitorFailed, .daemonStarted, .daemonStopped, .storageReset:
            false
        }
    }
}
