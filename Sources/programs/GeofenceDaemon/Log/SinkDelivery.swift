import ControlProtocol
import NIOCore

/// A part of the daemon that processes every durable event, such as the journal.
protocol EventSink: Sendable {
    /// The name under which the store records the last event that the sink has processed.
    static var name: String { get }

    /// Processes the records of events in order, then calls `done`. Works on its own threads, so that the
    /// caller does not wait.
    func take(records: [[UInt8]], _ done: @escaping @Sendable () -> Void)
}

/// Passes every durable event to a sink, in order; after a crash the last events again.
@Loop
final class SinkDelivery {
    /// The maximum number of events passed at once.
    private static let page = 64

    /// The name of the sink.
    let name: String
    private let log: EventLog
    private let sink: any EventSink
    private var next: Int64
    /// The epoch of the log that `next` belongs to; empty until the log could be opened.
    private var epoch: String
    private var isBusy = false

    /// Creates a delivery that continues after the event `delivered`.
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

    /// The cursor of the last event that the sink has processed.
    var cursor: Cursor { Cursor(epoch: epoch, seq: next - 1) }

    /// Whether the sink has processed every event.
    var isComplete: Bool { !isBusy && epoch == log.bounds.epoch && next > log.bounds.head }

    /// Passes new events to the sink, unless it is still busy.
    func pump() {
        guard !isBusy else { return }
        // A log that was created during this run is passed on from its first event.
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
