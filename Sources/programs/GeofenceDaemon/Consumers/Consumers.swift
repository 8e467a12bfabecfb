import Chronology
import ControlProtocol
import EventStore
import NIOCore
import Suggestions

/// The consumers of the log, each with a cursor that is durable before it is confirmed.
@Loop
final class Consumers {
    private let log: EventLog
    private let saver: ConsumerSaver
    private var all: [String: Consumer] = [:]
    /// Whether the log has replaced another one in this run. A new consumer then gets all of its events,
    /// because the consumers of the previous log are unknown.
    private var isLogNew = false

    /// Creates an empty collection.
    init(of log: EventLog) {
        self.log = log
        saver = ConsumerSaver(to: log)
    }

    /// Restores the consumers of an earlier run; returns the sorted names of those with damaged records,
    /// which are removed. Does not replace a consumer that exists already, because that is newer.
    func restore(_ restored: Restored) -> [String] {
        if restored.reset != nil { isLogNew = true }
        var damaged: [String] = []
        for (name, bytes) in restored.consumers where all[name] == nil {
            guard let memory = ConsumerMemory(bytes: bytes) else {
                damaged.append(name)
                saver.mark(name, nil)
                continue
            }
            all[name] = Consumer(name: name, memory)
        }
        return damaged.sorted()
    }

    /// Every consumer, in order of name.
    var sorted: [Consumer] { all.values.sorted { $0.name < $1.name } }

    /// Returns the consumer of that name. Throws `notFound`.
    func named(_ name: String) throws(Failure) -> Consumer {
        guard let consumer = all[name] else {
            throw .notFound("consumer", name, among: Array(all.keys))
        }
        return consumer
    }

    /// Returns the consumer of that name; nil when it does not exist. Throws when it cannot be created.
    func known(_ name: String) throws(Failure) -> Consumer? {
        if let consumer = all[name] { return consumer }
        guard !name.hasControls, 1...Limits.consumerName_bytes ~= name.utf8.count,
            name != JournalWriter.name
        else {
            throw Failure(
                .invalidParams,
                "A consumer cannot be called \"\(name.prefix(Limits.consumerName_bytes))\".",
                hint: "A name has 1 to \(Limits.consumerName_bytes) bytes without control "
                    + "characters, and \(JournalWriter.name) is the daemon's own.")
        }
        guard all.count < Limits.consumers else {
            throw Failure(
                .tooLarge, "There are \(all.count) consumers already, and no more are kept.",
                hint: "Remove one that is not used: geofencectl consumer list.")
        }
        return nil
    }

    /// The number of the first event for a new consumer whose request has no start.
    var usualStart: Int64 { isLogNew ? 1 : log.bounds.head + 1 }

    /// Binds a stream to the consumer of that name. Creates a missing consumer that begins with event `next`,
    /// and makes it durable before calling `go`; on failure, it is not created.
    func hold(
        _ name: String, by stream: EventStream, next: Int64,
        _ go: @escaping @Loop (Result<Consumer, Failure>) -> Void
    ) {
        do throws(Failure) {
            if let consumer = try known(name) {
                try consumer.hold(by: stream)
                consumer.memory.seen_at = WallClock.rfc3339()
                consumer.memory.absence_reported = false
                return go(.success(consumer))
            }
            let memory = ConsumerMemory(
                epoch: log.bounds.epoch, seq: next - 1, now: WallClock.rfc3339())
            let consumer = Consumer(name: name, memory)
            try consumer.hold(by: stream)
            all[name] = consumer
            save(consumer, urgent: true) { [self] failure in
                guard let failure else { return go(.success(consumer)) }
                all[name] = nil
                saver.mark(name, nil)
                go(.failure(Failure(.storageUnavailable, "\(failure)")))
            }
        } catch {
            go(.failure(error))
        }
    }

    /// Makes the changes of a consumer durable, within a second, or at once if `urgent`; then calls `done`,
    /// with the failure if the disk fails. The consumer in memory has the changes in both cases.
    func save(
        _ consumer: Consumer, urgent: Bool = false,
        _ done: @escaping @Loop (StorageFailure?) -> Void = { _ in }
    ) {
        saver.mark(consumer.name, consumer.memory.bytes)
        saver.save(urgent: urgent, done)
    }

    /// Removes a consumer, ends its stream, and calls `done` when the removal is durable.
    func remove(_ consumer: Consumer, _ done: @escaping @Loop (StorageFailure?) -> Void) {
        all[consumer.name] = nil
        consumer.displace(
            Failure(.notFound, "The consumer \(consumer.name) was removed."))
        saver.mark(consumer.name, nil)
        saver.save(urgent: true, done)
    }

    /// Saves every consumer in a log created while the daemon runs; all of its events are new to them.
    func keepInNewLog() {
        isLogNew = true
        for consumer in all.values {
            consumer.memory.seq = 0
            consumer.oldest = nil
            saver.mark(consumer.name, consumer.memory.bytes)
        }
        saver.save { _ in }
    }

    /// Passes the failure of the disk to the waiting closures, so that no client waits for the disk.
    func storageFails(_ failure: StorageFailure) { saver.release(failure) }

    /// Saves every consumer for the last time.
    func close() {
        for consumer in all.values {
            if consumer.isConnected { consumer.memory.seen_at = WallClock.rfc3339() }
            saver.mark(consumer.name, consumer.memory.bytes)
        }
        saver.close()
    }
}
