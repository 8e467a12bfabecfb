import NIOCore
import NIOPosix
import Synchronization
import SystemServices

/// Writes journal entries on a thread of its own: a journald that is stopped makes nobody wait.
final class JournalWriter: Sendable {
    /// Entries that may wait; a journal that is stopped for long costs the newest ones beyond.
    private static let waitingMaximum = 1000

    private let thread = NIOThreadPool(numberOfThreads: 1)
    private let waiting = Atomic<Int>(0)

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

    /// Writes the entries in order, then tells.
    func write(_ entries: [JournalEntry], _ done: @escaping @Sendable () -> Void) {
        thread.submit { _ in
            for entry in entries { Journal.write(entry) }
            done()
        }
    }

    /// Does the work that waits for files on the same thread: it is rare and nobody is in a hurry.
    func run(_ work: @escaping @Sendable () -> Void) {
        thread.submit { _ in work() }
    }

    /// Waits until everything is written, at most as long as the thread pool takes.
    func close(_ done: @escaping @Sendable () -> Void) {
        thread.submit { _ in done() }
    }
}
