import Chronology
import Composition
import ControlProtocol
import EventStore
import Geofencing
import Messages
import NIOCore

/// Evaluates histories one after the other, a few fixes at a time, so that live fixes never wait for one.
@Loop
final class HistoryQueue {
    /// The maximum number of histories that wait: each has up to a megabyte of fixes.
    static let waitingMaximum = 8
    /// The time of one turn: longer than that of a client, since each turn costs a wake-up, and short
    /// compared to the second between two fixes of a receiver.
    private static let turn = TimeAmount.milliseconds(10)
    /// The number of fixes evaluated between two looks at the clock.
    private static let slice = 10
    /// The number of events that are collected before they are appended to the log with the mark of their
    /// history. A typical history has fewer, so it becomes durable as a whole.
    private static let eventsAtOnce = 1000

    /// A history in evaluation, and the closure to call after its last event was appended to the log.
    struct Begun {
        var run: HistoryRun
        /// The ids of monitors by name, for monitors whose id is not their name.
        var ids: [String: String]
        var done: @Loop (HistoryRun) -> Void
    }

    private struct Waiting {
        var source: String
        var begin: @Loop () -> Begun
    }

    private let log: EventLog
    private var waiting = CircularBuffer<Waiting>()
    private var current: (source: String, begun: Begun)?
    private var events: [NewEvent] = []
    private var timer: LoopTimer?
    /// Whether the queue was closed and evaluates nothing.
    private(set) var isClosed = false

    /// Creates an empty queue; events are appended to `log` with the mark of their history.
    init(_ log: EventLog) {
        self.log = log
    }

    /// Whether the maximum number of histories waits.
    var isFull: Bool { waiting.count >= Self.waitingMaximum }

    /// Adds a history.
    ///
    /// - Parameters:
    ///   - source: the source of the fixes.
    ///   - begin: returns what to evaluate; called when the histories before it are evaluated.
    func add(of source: String, _ begin: @escaping @Loop () -> Begun) {
        waiting.append(Waiting(source: source, begin: begin))
        if current == nil { goOn() }
    }

    /// Stops the evaluation for good. Fixes not evaluated have no mark, so clients can push them again.
    func close() {
        isClosed = true
        timer?.cancel()
        waiting.removeAll()
        current = nil
    }

    private func goOn() {
        timer = nil
        if current == nil {
            guard let next = waiting.popFirst() else { return }
            current = (next.source, next.begin())
        }
        guard let source = current?.source, var begun = current?.begun else { return }
        current = nil
        let now = BootClock.now()
        var budget = MessageBudget()
        let end = NIODeadline.now() + Self.turn
        repeat {
            events += begun.run.step(Self.slice).map { event in
                NewEvent(
                    event, at: now, message: event.composed(&budget), ids: begun.ids,
                    isHistory: true)
            }
        } while !begun.run.isOver && events.count < Self.eventsAtOnce && NIODeadline.now() < end
        let isOver = begun.run.isOver
        if let mark = begun.run.mark, isOver || events.count >= Self.eventsAtOnce {
            log.append(
                EventBatch(
                    events: events, changes: [.historyMark(mark.nanoseconds, source: source)]))
            events = []
        }
        if isOver {
            begun.done(begun.run)
        } else {
            current = (source, begun)
        }
        if current != nil || !waiting.isEmpty {
            timer = Loop.after(ClientConnection.rest) { self.goOn() }
        }
    }
}
