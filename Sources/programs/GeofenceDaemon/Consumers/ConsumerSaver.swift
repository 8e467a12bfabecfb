import ControlProtocol
import EventStore
import NIOCore

/// Makes the records of consumers durable, in one commit at a time and at most one per second, except urgent
/// ones.
@Loop
final class ConsumerSaver {
    private typealias Waiter = @Loop (StorageFailure?) -> Void

    private static let period = TimeAmount.nanoseconds(Int64(Limits.progress_s * 1e9))

    private let log: EventLog
    /// The records of the next commit by name; nil for a consumer to remove.
    private var marked: [String: [UInt8]?] = [:]
    private var waiting: [Waiter] = []
    /// The closures to call when the commit in progress is done.
    private var written: [Waiter] = []
    private var isWriting = false
    private var timer: LoopTimer?
    private var earliest = NIODeadline.uptimeNanoseconds(0)

    /// Creates a saver with nothing to save.
    init(to log: EventLog) { self.log = log }

    /// Adds the record of a consumer, nil to remove it, to the next commit.
    func mark(_ name: String, _ record: [UInt8]?) { marked.updateValue(record, forKey: name) }

    /// Makes all added records durable, then calls `done`; while the disk fails, calls it at once with the
    /// failure. An `urgent` save, for which a person waits, does not wait for the rest of the second.
    func save(urgent: Bool = false, _ done: @escaping @Loop (StorageFailure?) -> Void) {
        if let failure = log.failure { done(failure) } else { waiting.append(done) }
        if urgent, earliest < .distantFuture {
            earliest = .now()
            timer?.cancel()
            timer = nil
        }
        schedule()
    }

    /// Calls every waiting closure with the failure of the disk.
    func release(_ failure: StorageFailure) {
        let all = written + waiting
        (written, waiting) = ([], [])
        for waiter in all { waiter(failure) }
    }

    /// Passes the added records to the store at once; nothing is saved afterwards.
    func close() {
        write()
        earliest = .distantFuture
    }

    private func schedule() {
        guard timer == nil, !isWriting, earliest < .distantFuture else { return }
        timer = Loop.after(max(earliest - .now(), .nanoseconds(0))) { self.write() }
    }

    private func write() {
        timer?.cancel()
        timer = nil
        guard !marked.isEmpty else { return }
        isWriting = true
        earliest = .now() + Self.period
        let records = marked
        marked = [:]
        written += waiting
        waiting = []
        log.store.keep(consumers: records) { outcome in Loop.soon { self.finish(outcome) } }
    }

    private func finish(_ outcome: Result<Void, StorageFailure>) {
        isWriting = false
        let ready = written
        written = []
        var failure: StorageFailure?
        if case .failure(let reason) = outcome { failure = reason }
        for waiter in ready { waiter(failure) }
        if !marked.isEmpty { schedule() }
    }
}
