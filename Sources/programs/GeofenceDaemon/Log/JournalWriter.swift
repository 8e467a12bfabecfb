import ControlProtocol
import NIOCore
import NIOPosix
import Synchronization
import SystemServices
import Systemd

/// Writes journal entries on its own thread, so that the loop does not wait for a journald
/// that is stopped.
final class JournalWriter: EventSink {
    static let name = "journal"

    /// The maximum number of posted entries that wait; further ones are dropped.
    private static let waitingMaximum = 1000

    private let thread = NIOThreadPool(numberOfThreads: 1)
    private let waiting = Atomic<Int>(0)
    private let quota = Mutex(JournalQuota())

    /// Creates a writer and starts its thread.
    init() {
        thread.start()
    }

    /// Queues an entry; drops it when too many entries wait.
    func post(_ entry: JournalEntry) {
        guard waiting.add(1, ordering: .relaxed).newValue <= Self.waitingMaximum else {
            waiting.subtract(1, ordering: .relaxed)
            return
        }
        thread.submit { _ in
            Journal.write(entry)
            self.waiting.subtract(1, ordering: .relaxed)
        }
    }

    /// Queues an entry about trouble of that type, if the quota allows it.
    func post(_ entry: JournalEntry, about type: EventType) {
        let verdict = quota.withLock { $0.verdict(type.rawValue, source: nil, at: BootClock.now()) }
        if let entry = entry.under(verdict) { post(entry) }
    }

    /// Writes entries for the records, in order, as the quota allows. Then calls `done`.
    func take(records: [[UInt8]], _ done: @escaping @Sendable () -> Void) {
        thread.submit { [self] _ in
            for record in records {
                let entry = quota.withLock {
                    JournalEntry(record: record, within: &$0, at: BootClock.now())
                }
                if let entry { Journal.write(entry) }
            }
            done()
        }
    }

    /// Calls `done` when every entry queued before is written; does not wait.
    func close(_ done: @escaping @Sendable () -> Void) {
        thread.submit { _ in done() }
    }
}
