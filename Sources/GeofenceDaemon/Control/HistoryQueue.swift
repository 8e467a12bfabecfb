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
    /// Histories that wait at once: a megabyte of fixes each.
    static let waitingMaximum = 8
    /// Fixes that are evaluated before others get their turn: a few milliseconds.
    private static let slice = 100
    /// Events that are collected before they are put into the log with the mark of their history. A usual
    /// history has fewer, so that it becomes durable as a whole.
    private static let eventsAtOnce = 1000

    /// A history that is evaluated, and what is called with it when its last event went into the log.
    struct Begun {
        var run: HistoryRun
        /// The ids of monitors that have another one than their name, by name.
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
    /// Whether nothing is evaluated any more.
    private(set) var isClosed = false

    /// A queue without histories; events go with their mark into `log`.
    init(_ log: EventLog) {
        self.log = log
    }

    /// Whether there is room for another one.
    var isFull: Bool { waiting.count >= Self.waitingMaximum }

    /// Adds a history.
    ///
    /// - Parameters:
    ///   - source: the source that it is of.
    ///   - begin: gives what is to be evaluated, when those before it are done.
    func add(of source: String, _ begin: @escaping @Loop () -> Begun) {
        waiting.append(Waiting(source: source, begin: begin))
        if current == nil { goOn() }
    }

    /// Evaluates no more. Fixes that were not evaluated have no mark: clients can push them again.
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
        events += begun.run.step(Self.slice).map { event in
            NewEvent(
                event, at: now, message: event.composed(&budget), ids: begun.ids, isHistory: true)
        }
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
            timer = Loop.after(.nanoseconds(0)) { self.goOn() }
        }
    }
}
