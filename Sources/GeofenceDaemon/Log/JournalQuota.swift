import Chronology
import ControlProtocol

/// Keeps a fault that comes and goes from filling the journal: of each kind of trouble with each
/// source so many entries an hour. The log has them all.
struct JournalQuota {
    /// Entries an hour of one kind. A cable that shakes loose gives three kinds of entries, so fewer
    /// than 60 an hour.
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

    /// What becomes of an entry.
    enum Verdict: Equatable {
        /// It is written.
        case write
        /// It is written as the last of its kind in this hour, and says so.
        case writeAsLast
        /// Only the log has it.
        case leaveOut
    }

    /// Counts an entry of that type about that source, and decides what becomes of it. Transitions, and
    /// the results of commands, are always written.
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
    /// Whether it reports trouble that may come again and again by itself.
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
