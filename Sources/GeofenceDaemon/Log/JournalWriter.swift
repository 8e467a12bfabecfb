import ControlProtocol
import NIOCore
import NIOPosix
import Synchronization
import SystemServices
import Systemd

/// Writes journal entries on a thread of its own: the loop does not wait for a journald
/// that is stopped.
final class JournalWriter: EventSink {
    static let name = "journal"

    /// Entries that may wait; a journal that is stopped for long costs the newest ones beyond.
    private static let waitingMaximum = 1000

    private let thread = NIOThreadPool(numberOfThreads: 1)
    private let waiting = Atomic<Int>(0)
    private let quota = Mutex(JournalQuota())

    /// A writer with its thread.
    init() {
        thread.start()
    }

    /// Writes an entry soon.
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

    /// Writes an entry about trouble of that type soon, if the quota allows it.
    func post(_ entry: JournalEntry, about type: EventType) {
        let verdict = quota.withLock { $0.verdict(type.rawValue, source: nil, at: BootClock.now()) }
        if let entry = entry.under(verdict) { post(entry) }
    }

    /// Writes an entry for each of these events' records, in order and if the quota allows it.
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

    /// Waits until everything is written, at most as long as the thread pool takes.
    func close(_ done: @escaping @Sendable () -> Void) {
        thread.submit { _ in done() }
    }
}
