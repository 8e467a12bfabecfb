import ControlProtocol
import NIOCore

/// The journal's own place in the log: every durable event becomes one entry, in order, and is
/// delivered again after a crash rather than lost.
@Loop
final class JournalDelivery {
    /// The name under which the store remembers how far the journal has come.
    static let name = "journal"
    /// Events handed to the journal's thread at once.
    private static let page = 64

    private let log: EventLog
    private let journal: JournalWriter
    private var next: Int64
    /// The log that `next` belongs to; empty until it could be opened.
    private var epoch: String
    private var isBusy = false

    /// A delivery that has come to the event `delivered`.
    init(_ log: EventLog, to journal: JournalWriter, delivered: Int64) {
        self.log = log
        self.journal = journal
        next = delivered + 1
        epoch = log.bounds.epoch
    }

    /// Goes on after the event `delivered` of an earlier run.
    func resume(after delivered: Int64) {
        next = max(next, delivered + 1)
    }

    /// Whether the journal has everything.
    var isComplete: Bool { !isBusy && epoch == log.bounds.epoch && next > log.bounds.head }

    /// Delivers what is new.
    func pump() {
        guard !isBusy else { return }
        // A log begun while running is told from its first event on.
        if epoch != log.bounds.epoch, !epoch.isEmpty { next = 1 }
        epoch = log.bounds.epoch
        guard next <= log.bounds.head else { return }
        isBusy = true
        log.read(from: next, .everything, limit: Self.page) { [self] page in
            switch page {
            case .unreadable:
                isBusy = false
                if epoch != log.bounds.epoch { pump() }
            case .expired(let first):
                isBusy = false
                next = first
                pump()
            case .events(let entries, let next):
                journal.write(records: entries.map(\.record)) { [self] in
                    Loop.soon { self.delivered(upTo: next) }
                }
            }
        }
    }

    private func delivered(upTo next: Int64) {
        self.next = next
        isBusy = false
        if epoch == log.bounds.epoch { log.advance(Self.name, to: next - 1) }
        pump()
    }
}
