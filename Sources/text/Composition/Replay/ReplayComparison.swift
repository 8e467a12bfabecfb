import Chronology
public import ControlProtocol

/// The differences between the transitions of two replays of one recording.
public struct ReplayComparison: Sendable, Hashable {
    /// A transition in both replays, at different times.
    public struct Move: Sendable, Hashable {
        /// The record of the first replay.
        public var before: EventRecord
        /// The record of the second replay.
        public var after: EventRecord
        /// Seconds from the first to the second record; negative when the second is earlier.
        public var shift_s: Double

        /// Creates a pair of records of one transition.
        public init(before: EventRecord, after: EventRecord, shift_s: Double) {
            self.before = before
            self.after = after
            self.shift_s = shift_s
        }
    }

    /// The maximum of seconds between two matched transitions: the longest configured delays
    /// (ignore periods and dwell times) are minutes.
    public static let longestMove_s = 600.0
    /// The least difference in seconds that counts as a move: the resolution of the protocol.
    static let shortestMove_s = 0.001

    /// Transitions that only the second replay has.
    public var gained: [EventRecord] = []
    /// Transitions that only the first replay has.
    public var lost: [EventRecord] = []
    /// Transitions in both replays, at different times.
    public var moved: [Move] = []
    /// The number of transitions that are equal in both replays.
    public var unchangedCount = 0

    /// Compares the transitions of two replays. Diagnostics are ignored.
    public init(before: [EventRecord], after: [EventRecord]) {
        let old = Dictionary(grouping: before.compactMap(Occurrence.init), by: \.subject)
        let new = Dictionary(grouping: after.compactMap(Occurrence.init), by: \.subject)
        for subject in Set(old.keys).union(new.keys) {
            match(old[subject] ?? [], new[subject] ?? [])
        }
        gained.sort { $0.seq < $1.seq }
        lost.sort { $0.seq < $1.seq }
        moved.sort { $0.before.seq < $1.before.seq }
    }

    /// Matches two lists in the order of time, each transition with the nearest.
    private mutating func match(_ old: [Occurrence], _ new: [Occurrence]) {
        var old = old[...]
        var new = new[...]
        while let left = old.first, let right = new.first {
            let distance_s = abs(right.time_s - left.time_s)
            if left.time_s < right.time_s {
                let next = old.dropFirst().first
                if distance_s > Self.longestMove_s
                    || next.map({ abs(right.time_s - $0.time_s) < distance_s }) ?? false
                {
                    lost.append(old.removeFirst().record)
                    continue
                }
            } else {
                let next = new.dropFirst().first
                if distance_s > Self.longestMove_s
                    || next.map({ abs(left.time_s - $0.time_s) < distance_s }) ?? false
                {
                    gained.append(new.removeFirst().record)
                    continue
                }
            }
            old.removeFirst()
            new.removeFirst()
            pair(left, right)
        }
        lost += old.map(\.record)
        gained += new.map(\.record)
    }

    private mutating func pair(_ left: Occurrence, _ right: Occurrence) {
        let decision_s = right.time_s - left.time_s
        var shift_s = decision_s
        if let before = left.crossed_s, let after = right.crossed_s { shift_s = after - before }
        if abs(shift_s) < Self.shortestMove_s { shift_s = decision_s }
        if abs(shift_s) < Self.shortestMove_s {
            unchangedCount += 1
        } else {
            moved.append(Move(before: left.record, after: right.record, shift_s: shift_s))
        }
    }
}

/// A transition with its times as numbers.
private struct Occurrence {
    struct Subject: Hashable {
        var monitor: String?
        var fence: String?
        var type: String
    }

    var record: EventRecord
    var time_s: Double
    var crossed_s: Double?

    var subject: Subject {
        Subject(monitor: record.monitor, fence: record.fence, type: record.type)
    }

    /// Creates an occurrence; nil for a diagnostic.
    init?(_ record: EventRecord) {
        guard record.isTransition else { return nil }
        func seconds(_ text: String?) -> Double? {
            text.flatMap(UTCInstant.init(rfc3339:)).map { Double($0.nanoseconds) / 1e9 }
        }
        self.record = record
        crossed_s = seconds(record.crossed_at)
        // Without times only the order is known: each event counts as one second.
        time_s = seconds(record.decided_at) ?? crossed_s ?? Double(record.seq)
    }
}
