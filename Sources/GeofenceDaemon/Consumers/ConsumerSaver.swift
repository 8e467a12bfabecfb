import ControlProtocol
import EventStore
import NIOCore

/// Makes the records of consumers durable: acknowledgements at most once a second, and one commit
/// at a time.
@Loop
final class ConsumerSaver {
    private typealias Waiter = @Loop (StorageFailure?) -> Void

    private static let period = TimeAmount.nanoseconds(Int64(Limits.progress_s * 1e9))

    private let log: EventLog
    /// What is to be written.
    private var marked: [String: [UInt8]?] = [:]
    private var waiting: [Waiter] = []
    /// The closures to call when the commit that is being written is done.
    private var written: [Waiter] = []
    private var isWriting = false
    private var timer: LoopTimer?
    private var earliest = NIODeadline.uptimeNanoseconds(0)

    /// A saver with nothing to do.
    init(to log: EventLog) { self.log = log }

    /// Notes the record of a consumer, nil for one that is removed, for the next commit.
    func mark(_ name: String, _ record: [UInt8]?) { marked.updateValue(record, forKey: name) }

    /// Makes everything that is marked durable and then calls `done`; at once with the failure while the disk
    /// fails. What is `urgent`, because a person waits for it, does not wait for its second.
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

    /// Hands over what is marked at once; nothing is saved afterwards.
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
