public import ControlProtocol
public import SystemServices

/// The events of one consumer: subscribes to them, acknowledges those that are done, and continues after them when
/// the connection was lost.
///
/// It has no loop of its own. The program polls `connection`, calls `read`, takes items with `next`, ends each with
/// `finish` or `park`, and calls `work` at least at every `due_s`.
public final class ConsumerStream {
    private enum Waiting {
        case item(Item)
        /// The filter leaves out the events up to here.
        case pass(Cursor)
    }

    /// Events that the daemon sends before the first of them is acknowledged: enough to keep a program busy for a
    /// moment, and little memory.
    public static let usualWindow = 64

    /// The connection to poll. It is always read: the daemon sends no more than the window.
    public let connection: DaemonConnection
    /// Increases with every lost connection; items from before it come again.
    public private(set) var generation = 0
    /// The epoch of the log; nil until the daemon has answered to the subscription.
    public private(set) var epoch: String?
    /// Why the last connection was lost; nil while the stream is subscribed.
    public private(set) var loss: ConnectionFailure?
    private let request: SubscribeRequest
    private let consumer: String
    private let takesTests: Bool
    private let report: (Remark) -> Void
    private var waiting: [Waiting] = []
    private var outbox = Outbox()
    private var subscription: RequestID?
    private var finished = FinishedPlace()
    private var tests: [TakenEvent] = []
    private var acknowledged: Cursor?
    private var acknowledged_s = -Double.infinity
    private var reportedError: String?
    private var reportedWaiting: String?
    /// Given up and not yet reported; the newest, as many as one report may have.
    private var parked: [ParkedEvent] = []
    private var nextOpen_s = -Double.infinity
    /// A try on a Unix socket costs little, and events should not wait when the daemon is back.
    private var delay = Backoff(first_s: 0.5, longest_s: 5)

    /// Creates a stream that is not connected.
    ///
    /// - Parameters:
    ///   - socket: the path of the control socket.
    ///   - request: names the consumer and selects its events.
    ///   - window: the most events that are sent and not acknowledged.
    ///   - takesTests: whether the program delivers test events, too.
    ///   - report: writes a remark down for people.
    public init(
        socket: String, _ request: SubscribeRequest, window: Int = usualWindow,
        takesTests: Bool = false, report: @escaping (Remark) -> Void
    ) {
        var request = request
        request.max_unacknowledged = min(max(window, 1), Limits.unacknowledgedEvents)
        self.request = request
        self.takesTests = takesTests
        self.report = report
        consumer = request.consumer ?? ""
        connection = DaemonConnection(path: socket)
    }

    /// Whether the daemon has answered to the subscription.
    public var isSubscribed: Bool { epoch != nil }

    /// Increases when the cursor may have been moved: what was taken before it does not count.
    public var moves: Int { finished.moves }

    /// Whether items wait that were not taken yet.
    public var hasWaiting: Bool { !waiting.isEmpty }

    /// Connects and acknowledges when it is time for that.
    public func work(now: Double) {
        if !connection.isOpen, now >= nextOpen_s { connect(now) }
        acknowledge(now)
    }

    /// Seconds until `work` has something to do; infinity where only the daemon or the program can change that.
    public func due_s(now: Double) -> Double {
        guard connection.isOpen else { return max(0, nextOpen_s - now) }
        guard isSubscribed, outbox.acknowledged != acknowledged else { return .infinity }
        return max(0, acknowledged_s + Limits.progress_s - now)
    }

    /// Acknowledges everything that is done, without regard to the time of the last acknowledgement.
    public func acknowledgeAll(now: Double) {
        guard isSubscribed, let cursor = outbox.acknowledged, cursor != acknowledged else { return }
        acknowledged = cursor
        acknowledged_s = now
        outbox.doneCount = 0
        send(ConsumerAcknowledgement(consumer: consumer, cursor: cursor.description))
    }

    /// Reads what the daemon has sent.
    public func read(now: Double) {
        do {
            for message in try connection.read() {
                switch message {
                case .hello: break
                case .response(let id, let line):
                    if id == subscription { receive(response: line, now) }
                case .notification(let kind, let line): receive(kind, line, now)
                }
                guard connection.isOpen else { return }
            }
        } catch {
            fail(error, now)
        }
    }

    /// Returns the next item; nil where there is none now.
    public func next() -> Item? {
        while !waiting.isEmpty {
            switch waiting.removeFirst() {
            case .pass(let cursor): outbox.pass(cursor)
            case .item(let item):
                switch item {
                case .event(_, let cursor), .gap(_, let cursor?): outbox.take(cursor)
                case .gap(_, nil): break
                }
                return item
            }
        }
        return nil
    }

    /// Ends an item that is done. Returns false where it is not open: it was finished before, or comes again.
    @discardableResult
    public func finish(_ cursor: Cursor) -> Bool { outbox.finish(cursor) }

    /// Ends an event that is given up.
    public func park(_ cursor: Cursor, _ reason: String) {
        reportParked(cursor, reason)
        outbox.finish(cursor)
    }

    /// Reports that an event is given up, once the daemon is connected; does not finish it.
    public func reportParked(_ cursor: Cursor, _ reason: String) {
        report(.parked(cursor, reason))
        parked.append(ParkedEvent(event_id: cursor.description, reason: reason))
        parked = parked.suffix(Limits.parkedEvents)
        sendParked()
    }

    /// Reports what keeps the consumer from its work, once for each error.
    public func report(error: String?) {
        guard isSubscribed, error != reportedError else { return }
        reportedError = error
        if let error { send(ConsumerAcknowledgement(consumer: consumer, error: error)) }
    }

    /// Reports what the program waits for with items that it could send; nil where it waits for nothing.
    public func report(waiting: String?) {
        guard isSubscribed, waiting != reportedWaiting else { return }
        reportedWaiting = waiting
        send(ConsumerAcknowledgement(consumer: consumer, waiting: waiting ?? ""))
    }

    /// Returns the next test event to deliver.
    public func nextTest() -> TakenEvent? { tests.isEmpty ? nil : tests.removeFirst() }

    /// Ends a test event, which was delivered or could not be.
    public func end(test id: String, error: String?) {
        let outcome = ConsumerTestOutcome(event_id: id, error: error)
        send(ConsumerAcknowledgement(consumer: consumer, test: outcome))
    }

    /// Subscribes again after the last finished item.
    public func restart() {
        finished.keep(outbox.acknowledged)
        close(until: -.infinity)
    }

    /// Acknowledges for the last time and waits for the answer, until the deadline at most.
    public func acknowledgeLast(_ deadline: Deadline) {
        guard isSubscribed, let cursor = outbox.acknowledged else { return }
        let last = ConsumerAcknowledgement(consumer: consumer, cursor: cursor.description)
        _ = try? connection.call(.consumerAcknowledge, last, deadline)
    }
}

extension ConsumerStream {
    private func connect(_ now: Double) {
        do {
            try connection.open()
            subscription = connection.request(.eventsSubscribe, request)
        } catch {
            fail(error, now)
        }
    }

    /// Acknowledges what is done: once a second, and earlier when half the window is done, so that the daemon never
    /// waits for the second to end.
    private func acknowledge(_ now: Double) {
        let half = (request.max_unacknowledged ?? 0) / 2
        guard now - acknowledged_s >= Limits.progress_s || outbox.doneCount >= half else { return }
        acknowledgeAll(now: now)
    }

    private func send(_ report: ConsumerAcknowledgement) {
        connection.notify(.consumerAcknowledge, report)
    }

    private func sendParked() {
        guard isSubscribed, !parked.isEmpty else { return }
        send(ConsumerAcknowledgement(consumer: consumer, parked: parked))
        parked = []
    }

    private func receive(response line: [UInt8], _ now: Double) {
        guard let response = try? Wire.value(Response<Subscribed>.self, from: line) else {
            return fail(.unreadable(line), now)
        }
        switch response {
        case .failure(let failure, _): fail(.refused(failure), now)
        case .result(let subscribed, _):
            delay.reset()
            loss = nil
            epoch = subscribed.epoch
            sendParked()
            if let cursor = finished.resume(subscribed) {
                outbox.pass(cursor)
                acknowledgeAll(now: now)
            }
        }
    }

    private func receive(_ kind: NotificationKind, _ line: [UInt8], _ now: Double) {
        switch kind {
        case .event:
            guard let taken = TakenEvent(line: line), let cursor = taken.cursor else { return }
            // It was finished before the connection was lost.
            if !finished.contains(cursor) { waiting.append(.item(.event(taken, cursor))) }
        case .progress:
            guard let progress = try? Wire.value(Notification<Progress>.self, from: line).params,
                let cursor = Cursor(progress.cursor)
            else { return }
            // One comes every second, however long the items before it take.
            if case .pass? = waiting.last { waiting.removeLast() }
            waiting.append(.pass(cursor))
        case .gap:
            guard let gap = try? Wire.value(Notification<Gap>.self, from: line).params else {
                return
            }
            report(.gap(gap))
            // The place of the gap before a new log is that of the first event of the log.
            let cursor = epoch.flatMap { epoch in
                gap.reason == "reset" ? nil : Cursor(epoch: epoch, seq: gap.to_seq)
            }
            waiting.append(.item(.gap(GapRecord(gap), cursor)))
        case .end:
            let end = try? Wire.value(Notification<StreamEnd>.self, from: line).params
            // The cursor may have been moved: what was finished here counts no more.
            outbox = Outbox()
            finished.forget()
            fail(.ended(end?.error), now)
        case .test:
            guard let test = TakenEvent(line: line) else { return }
            guard takesTests else {
                // A program that opens a gate must not run for an event that never happened.
                let reason = "This consumer runs no program for a test event."
                return end(test: test.event.event_id, error: reason)
            }
            tests.append(test)
        case .hello, .snapshot, .heartbeat, .fix, .raw: break
        }
    }

    private func fail(_ failure: ConnectionFailure, _ now: Double) {
        if failure != loss { report(.lost(failure)) }
        loss = failure
        finished.keep(outbox.acknowledged)
        // After a command has moved the cursor, the daemon waits for the next subscription.
        var isMoved = false
        if case .ended(let reason?) = failure { isMoved = reason.kind == .invalidState }
        close(until: isMoved ? now : now + delay.next())
    }

    private func close(until next_s: Double) {
        connection.close()
        generation += 1
        waiting = []
        outbox = Outbox()
        epoch = nil
        subscription = nil
        acknowledged = nil
        reportedError = nil
        reportedWaiting = nil
        tests = []
        nextOpen_s = next_s
    }
}
