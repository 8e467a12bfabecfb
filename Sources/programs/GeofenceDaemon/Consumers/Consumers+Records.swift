import Chronology
import ControlProtocol
import EventStore
import NIOCore
import Suggestions
import SystemServices
import Systemd

extension Consumers {
    /// How long a status waits for the age of the events that consumers have not acknowledged, so that a
    /// hanging disk does not delay the status.
    private static let patience = TimeAmount.milliseconds(100)

    /// Looks up when the oldest unacknowledged event of each consumer became durable, then calls `go`: after
    /// at most `patience`, or at once when there is nothing to look up.
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

    /// Returns the record of a consumer, with its parked events where `isWhole`.
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

    /// Returns the problems of consumers, one sentence each.
    func problems(of records: [ConsumerRecord]) -> [String] {
        records.compactMap { record in
            guard !record.absent, let problem = problem(of: record) else { return nil }
            return "consumer \(record.name) \(problem)"
        }
    }

    /// Returns the worst problem of a consumer, as the end of a sentence that begins with its name.
    private func problem(of record: ConsumerRecord) -> String? {
        let show = "see: geofencectl consumer show \(record.name)"
        if record.state == "contested" {
            return
                "is used by two programs in turn, and both are refused; stop one of them or give it another name"
        }
        if record.retention_share >= Limits.lagShare {
            let share = Int((record.retention_share * 100).rounded(.down))
            return
                "is \(record.lag) events behind, \(share) % of what the log keeps, and loses the oldest of them "
                + "beyond that; \(show)"
        }
        if record.state == "disconnected", let seen = record.seen_at,
            Self.seconds(since: seen) > Limits.consumerPatience_s
        {
            return "has not been connected since \(seen); start its program, or remove it: "
                + "geofencectl consumer remove \(record.name)"
        }
        if let waiting = record.waiting, record.oldest_age_s ?? 0 > Limits.consumerPatience_s {
            return "is \(record.lag) events behind and waits: \(waiting)"
        }
        guard record.parked > 0 else { return nil }
        return
            "gave up \(counted(record.parked, "event")); \(show), and send them again with: geofencectl consumer "
            + "rewind \(record.name)"
    }

    fileprivate static func seconds(since time: String) -> Double {
        UTCInstant(rfc3339: time).map { WallClock.now().seconds(since: $0) } ?? 0
    }

    /// Reports each consumer that has not been connected for long to the journal, once.
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

    /// Creates it; calls `go` after `count` answers or after `patience`, whichever comes first.
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
    /// Whether the consumer was not connected for so long that its lag is no longer a problem.
    fileprivate var isAbsent: Bool {
        !isConnected && Consumers.seconds(since: memory.seen_at) > Limits.absence_days * 86_400
    }

    fileprivate var stateWord: String {
        if isContested { return "contested" }
        if memory.paused { return "paused" }
        return isConnected ? "connected" : "disconnected"
    }
}

extension EventLog {
    /// Returns the fraction, 0 to 1, of the capacity of the log that its newest `count` events take.
    func share(of count: Int64) -> Double {
        // Before retention begins, how many events fit the limit of bytes is unknown, so rows count.
        let isFull = bounds.first > 1
        let kept = isFull ? bounds.head - bounds.first + 1 : Int64(limits.rows)
        return kept > 0 ? min(1, Double(max(0, count)) / Double(kept)) : 0
    }

    /// Looks up when an event became durable, or the oldest retained event if that one was deleted. Passes
    /// nil when the log cannot be read. Calls `take` on the loop.
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
