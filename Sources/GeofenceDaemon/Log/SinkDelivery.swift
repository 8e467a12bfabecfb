import ControlProtocol
import NIOCore

/// What takes every durable event, inside the daemon, such as the journal.
protocol EventSink: Sendable {
    /// The name under which the store remembers how far the sink has come.
    static var name: String { get }

    /// Takes these events' records in order, then calls `done`; on threads of its own, so that nothing waits
    /// for it.
    func take(records: [[UInt8]], _ done: @escaping @Sendable () -> Void)
}

/// Delivers every durable event to a sink, in order; after a crash some of them again.
@Loop
final class SinkDelivery {
    /// Events handed over at once.
    private static let page = 64

    /// The name of the sink.
    let name: String
    private let log: EventLog
    private let sink: any EventSink
    private var next: Int64
    /// The log that `next` belongs to; empty until it could be opened.
    private var epoch: String
    private var isBusy = false

    /// A delivery that has come to the event `delivered`.
    init(_ log: EventLog, to sink: some EventSink, delivered: Int64) {
        name = type(of: sink).name
        self.log = log
        self.sink = sink
        next = delivered + 1
        epoch = log.bounds.epoch
    }

    /// Continues after the event `delivered` of an earlier run.
    func resume(after delivered: Int64) {
        next = max(next, delivered + 1)
    }

    /// The last event that the sink has taken.
    var cursor: Cursor { Cursor(epoch: epoch, seq: next - 1) }

    /// Whether the sink has everything.
    var isComplete: Bool { !isBusy && epoch == log.bounds.epoch && next > log.bounds.head }

    /// Delivers what is new.
    func pump() {
        guard !isBusy else { return }
        // A log begun while running is delivered from its first event on.
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
                sink.take(records: entries.map(\.record)) { [self] in
                    Loop.soon { self.delivered(upTo: next) }
                }
            }
        }
    }

    private func delivered(upTo next: Int64) {
        self.next = next
        isBusy = false
        if epoch == log.bounds.epoch { log.advance(name, to: next - 1) }
        pump()
    }
}
