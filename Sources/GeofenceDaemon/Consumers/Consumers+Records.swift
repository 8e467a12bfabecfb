import Chronology
import ControlProtocol
import EventStore
import NIOCore
import SystemServices
import Systemd

extension Consumers {
    /// How long a status waits for the age of what consumers have not acknowledged: a disk that hangs must not
    /// make the status hang.
    private static let patience = TimeAmount.milliseconds(100)

    /// Looks up when the oldest event was made durable that each consumer has not acknowledged, then calls `go`;
    /// at once where there is nothing to look up.
    func lookUpAges(in log: EventLog, _ go: @escaping @Loop () -> Void) {
        let late = sorted.filter { consumer in
            let next = consumer.place(in: log.bounds).next
            return next <= log.bounds.head && consumer.oldest?.seq != next
        }
        guard !late.isEmpty else { return go() }
        let answers = OpenAnswers(late.count, within: Self.patience, go)
        for consumer in late {
            let next = consumer.place(in: log.bounds).next
            log.time(of: next) { time in
                consumer.oldest = time.map { (next, $0) }
                answers.add()
            }
        }
    }

    /// How a consumer is.
    func record(of consumer: Consumer, in log: EventLog, isWhole: Bool = false) -> ConsumerRecord {
        let memory = consumer.memory
        let (next, _) = consumer.place(in: log.bounds)
        var record = ConsumerRecord(
            name: consumer.name, state: consumer.stateWord, cursor: memory.cursor.description,
            lag: max(0, log.bounds.head + 1 - next),
            retention_share: log.share(of: log.bounds.head + 1 - next))
        if let oldest = consumer.oldest, oldest.seq == next, record.lag > 0 {
            record.oldest_at = oldest.at.rfc3339
            record.oldest_age_s = max(0, WallClock.now().seconds(since: oldest.at))
        }
        record.created_at = memory.created_at
        record.seen_at = consumer.isConnected ? WallClock.rfc3339() : memory.seen_at
        record.acknowledged_at = memory.acknowledged_at
        (record.error, record.error_at) = (memory.error, memory.error_at)
        record.waiting = consumer.waiting
        record.parked = memory.parked
        if isWhole { record.parked_events = memory.parked_events }
        record.absent = consumer.isAbsent
        return record
    }

    /// What is wrong with consumers, a sentence each.
    func problems(of records: [ConsumerRecord]) -> [String] {
        records.compactMap { record in
            if record.state == "contested" {
                return "consumer \(record.name) is used by two programs in turn, and both are "
                    + "refused; stop one of them or give it another name"
            }
            guard record.retention_share >= Limits.lagShare, !record.absent else { return nil }
            let share = Int((record.retention_share * 100).rounded(.down))
            return "consumer \(record.name) is \(record.lag) events behind, \(share) % of what the "
                + "log keeps, and loses the oldest of them beyond that; see: "
                + "geofencectl consumer show \(record.name)"
        }
    }

    /// Reports once of each consumer that it has not been connected for long.
    func reportAbsent(to journal: JournalWriter) {
        for consumer in sorted where consumer.isAbsent && !consumer.memory.absence_reported {
            consumer.memory.absence_reported = true
            save(consumer)
            journal.post(
                JournalEntry(
                    .notice,
                    "consumer \(consumer.name) has not been connected for \(Int(Limits.absence_days)) "
                        + "days; where it is not used any more: "
                        + "geofencectl consumer remove \(consumer.name)"))
        }
    }
}

/// Waits for several answers, for a limited time.
@Loop
private final class OpenAnswers {
    private var open: Int
    private var go: (@Loop () -> Void)?
    private var timer: LoopTimer?

    /// Calls `go` after so many answers or so long, whichever comes first.
    init(_ count: Int, within patience: TimeAmount, _ go: @escaping @Loop () -> Void) {
        open = count
        self.go = go
        timer = Loop.after(patience) { self.finish() }
    }

    /// Counts one answer.
    func add() {
        open -= 1
        if open == 0 { finish() }
    }

    private func finish() {
        timer?.cancel()
        let go = go
        self.go = nil
        go?()
    }
}

extension Consumer {
    /// Whether it was not connected for so long that its lag is no problem any more.
    fileprivate var isAbsent: Bool {
        guard !isConnected, let seen = UTCInstant(rfc3339: memory.seen_at) else { return false }
        return WallClock.now().seconds(since: seen) > Limits.absence_days * 86_400
    }

    fileprivate var stateWord: String {
        if isContested { return "contested" }
        if memory.paused { return "paused" }
        return isConnected ? "connected" : "disconnected"
    }
}

extension EventLog {
    /// How much of what the log keeps so many events at its end are, 0 to 1.
    func share(of count: Int64) -> Double {
        // Before retention begins, what else it keeps is not known in bytes.
        let isFull = bounds.first > 1
        let kept = isFull ? bounds.head - bounds.first + 1 : Int64(limits.rows)
        return kept > 0 ? min(1, Double(max(0, count)) / Double(kept)) : 0
    }

    /// Looks up when an event was made durable, or the oldest retained event where that one was
    /// deleted; nil where the log cannot be read. The closure runs on the loop.
    func time(of seq: Int64, _ take: @escaping @Loop (UTCInstant?) -> Void) {
        guard let cursor = place(before: max(seq, bounds.first)) else { return take(nil) }
        store.read(after: cursor, limit: 1) { outcome in
            let time = (try? outcome.get())?.events.first.map {
                UTCInstant(nanoseconds: $0.committed_ns)
            }
            Loop.soon { take(time) }
        }
    }
}
