public import Consuming
public import ControlProtocol
internal import Glibc

/// The events of one consumer: subscribes to them, resumes after the last acknowledged event when the
/// connection was lost, and acknowledges what is done.
public final class EventIntake {
    /// What comes next in the log.
    public enum Item {
        /// An event, to be finished or parked.
        case event(TakenEvent, Cursor)
        /// Events that are lost. A cursor is to be finished like that of an event.
        case gap(GapRecord, Cursor?)
    }

    private enum Waiting {
        case item(Item)
        /// The events up to here are left out by the filter.
        case pass(Cursor)
    }

    /// Items that are read ahead.
    private static let waitingMaximum = 64
    /// Seconds without progress after which more is read and dropped: the daemon closes a connection from
    /// which nothing is read for `Limits.subscriberPatience_s`.
    private static let stall_s = Limits.subscriberPatience_s / 5

    private let request: SubscribeRequest
    private let consumer: String
    /// The connection to poll.
    public let link: DaemonLink
    /// Increases with every lost connection; what was taken before it is sent again.
    public private(set) var generation = 0
    /// Increases when the cursor may have been moved: what was taken before it does not count.
    public var moves: Int { finished.moves }
    /// The epoch of the log; nil until the daemon has answered to the subscription.
    public private(set) var epoch: String?
    private var waiting: [Waiting] = []
    private var outbox = Outbox()
    private var subscription: RequestID?
    private var finished = FinishedPlace()
    private let takesTests: Bool
    private var tests: [TakenEvent] = []
    private var acknowledged: Cursor?
    private var acknowledged_s = -Double.infinity
    private var reportedError: String?
    /// Given up and not yet reported; the newest, as many as one report may have.
    private var parked: [ParkedEvent] = []
    private var reportedWaiting: String?
    private var nextOpen_s = -Double.infinity
    private var progress_s = -Double.infinity
    private var isBehind = false
    /// A try on a Unix socket costs little, and events should not wait when the daemon is back.
    private var delay = RetryDelay(first_s: 0.5, longest_s: 5)
    /// The failure that was logged since the last connection.
    private var loggedFailure: String?

    /// An intake that is not connected. The request names the consumer. With `takesTests` the program delivers
    /// test events, too.
    public init(socket: String, _ request: SubscribeRequest, takesTests: Bool = false) {
        self.request = request
        self.takesTests = takesTests
        consumer = request.consumer ?? ""
        link = DaemonLink(path: socket)
    }

    /// Whether the daemon has answered to the subscription.
    public var isSubscribed: Bool { epoch != nil }

    /// Whether the link is to be read: what is not needed soon waits in the daemon.
    public func wantsRead(now: Double) -> Bool {
        link.isOpen
            && (waiting.count < Self.waitingMaximum || now - progress_s >= Self.stall_s)
    }

    /// Whether items are read and not yet taken.
    public var hasWaiting: Bool { !waiting.isEmpty }

    /// Connects when it is time for that.
    public func connectIfDue(now: Double) {
        guard !link.isOpen, now >= nextOpen_s else { return }
        progress_s = now
        if let reason = link.open() {
            return fail("the daemon cannot be reached: \(reason)", now)
        }
        subscription = link.request(.eventsSubscribe, request)
    }

    /// Reads what the daemon has sent.
    public func read(now: Double) {
        let isFull = waiting.count >= Self.waitingMaximum
        guard let news = link.read() else {
            return fail("the daemon has closed the connection", now)
        }
        for item in news {
            switch item {
            case .hello: break
            case .response(let id, let line):
                guard id == subscription else { continue }
                receive(answer: line, now)
            case .notification(let kind, let line): receive(kind, line, isFull: isFull, now)
            }
            guard link.isOpen else { return }
        }
    }

    /// The next item; nil where there is none now.
    public func next(now: Double) -> Item? {
        while !waiting.isEmpty {
            progress_s = now
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
        if isBehind, outbox.openCount == 0 { restart() }
        return nil
    }

    /// An item is done.
    public func finish(_ cursor: Cursor) { outbox.finish(cursor) }

    /// An event is given up.
    public func park(_ cursor: Cursor, _ reason: String) {
        reportParked(cursor, reason)
        outbox.finish(cursor)
    }

    /// Reports that an event is given up, once the daemon is connected; it is finished apart from that.
    public func reportParked(_ cursor: Cursor, _ reason: String) {
        ServiceNotice.log(4, "\(consumer): parked \(cursor): \(reason)")
        parked.append(ParkedEvent(event_id: cursor.description, reason: reason))
        parked = parked.suffix(Limits.parkedEvents)
        sendParked()
    }

    private func sendParked() {
        guard isSubscribed, !parked.isEmpty else { return }
        link.notify(
            .consumerAcknowledge, ConsumerAcknowledgement(consumer: consumer, parked: parked))
        parked = []
    }

    /// Acknowledges what is done, at most once a second.
    public func acknowledge(now: Double) {
        guard isSubscribed, now - acknowledged_s >= Limits.progress_s,
            let cursor = outbox.acknowledged, cursor != acknowledged
        else { return }
        acknowledged = cursor
        acknowledged_s = now
        link.notify(
            .consumerAcknowledge,
            ConsumerAcknowledgement(consumer: consumer, cursor: cursor.description))
    }

    /// Acknowledges for the last time and waits for the answer, until the deadline at most.
    public func acknowledgeLast(until deadline_s: Double) {
        guard isSubscribed, let cursor = outbox.acknowledged else { return }
        let last = link.request(
            .consumerAcknowledge,
            ConsumerAcknowledgement(consumer: consumer, cursor: cursor.description))
        while Clocks.monotonic_s < deadline_s, link.isOpen {
            link.flush()
            var query = pollfd(fd: link.descriptor, events: Int16(POLLIN), revents: 0)
            _ = unsafe poll(&query, 1, 100)
            guard query.revents != 0 else { continue }
            guard let news = link.read() else { return }
            for case .response(last, _) in news { return }
        }
    }

    /// Reports what keeps the consumer from its work, once for each error.
    public func report(error: String?) {
        guard isSubscribed, error != reportedError else { return }
        reportedError = error
        guard let error else { return }
        link.notify(
            .consumerAcknowledge, ConsumerAcknowledgement(consumer: consumer, error: error))
    }

    /// Reports what the program waits for with items that it could send; nil where it waits for nothing.
    public func report(waiting: String?) {
        guard isSubscribed, waiting != reportedWaiting else { return }
        reportedWaiting = waiting
        link.notify(
            .consumerAcknowledge,
            ConsumerAcknowledgement(consumer: consumer, waiting: waiting ?? ""))
    }

    /// The next test event to deliver.
    public func nextTest() -> TakenEvent? { tests.isEmpty ? nil : tests.removeFirst() }

    /// A test event was delivered, or could not be.
    public func end(test id: String, error: String?) {
        link.notify(
            .consumerAcknowledge,
            ConsumerAcknowledgement(
                consumer: consumer, test: ConsumerTestOutcome(event_id: id, error: error)))
    }

    /// Subscribes again after the last finished item.
    public func restart() {
        finished.keep(outbox.acknowledged)
        close(until: -.infinity)
    }

    private func receive(answer line: [UInt8], _ now: Double) {
        guard let response = try? Wire.value(Response<Subscribed>.self, from: line) else {
            return fail("the daemon has sent what this version cannot read", now)
        }
        switch response {
        case .failure(let failure, _):
            fail(failure.message + (failure.data?.hint.map { " " + $0 } ?? ""), now)
        case .result(let subscribed, _):
            delay.reset()
            loggedFailure = nil
            epoch = subscribed.epoch
            sendParked()
            if let cursor = finished.resume(subscribed) {
                outbox.pass(cursor)
                acknowledged_s = -.infinity
                acknowledge(now: now)
            }
        }
    }

    private func receive(_ kind: NotificationKind, _ line: [UInt8], isFull: Bool, _ now: Double) {
        switch kind {
        case .event:
            guard let taken = TakenEvent(line: line), let cursor = taken.cursor else { return }
            // It was finished before the connection was lost.
            if finished.contains(cursor) { return }
            append(.item(.event(taken, cursor)), isFull: isFull)
        case .progress:
            guard let progress = try? Wire.value(Notification<Progress>.self, from: line).params,
                let cursor = Cursor(progress.cursor)
            else { return }
            append(.pass(cursor), isFull: isFull)
        case .gap:
            guard let gap = try? Wire.value(Notification<Gap>.self, from: line).params else {
                return
            }
            ServiceNotice.log(
                4,
                "\(consumer): events \(gap.from_seq) to \(gap.to_seq) are lost (\(gap.reason))")
            // The place of the gap before a new log is that of the first event of the log.
            let cursor = epoch.flatMap { epoch in
                gap.reason == "reset" ? nil : Cursor(epoch: epoch, seq: gap.to_seq)
            }
            append(.item(.gap(GapRecord(gap), cursor)), isFull: isFull)
        case .end:
            let end = try? Wire.value(Notification<StreamEnd>.self, from: line).params
            // The cursor may have been moved: what was finished here counts no more.
            outbox = Outbox()
            finished.forget()
            fail(end?.error?.message ?? "the daemon has ended the stream", now)
        case .test:
            guard let test = TakenEvent(line: line) else { return }
            guard takesTests else {
                return end(test: test.event.event_id, error: "The program sends no test events.")
            }
            tests.append(test)
        case .hello, .snapshot, .heartbeat, .fix, .raw: break
        }
    }

    private func append(_ item: Waiting, isFull: Bool) {
        // What follows a dropped item is dropped, too; the next subscription brings it.
        if isFull { isBehind = true }
        if !isBehind { waiting.append(item) }
    }

    private func fail(_ reason: String, _ now: Double) {
        if reason != loggedFailure { ServiceNotice.log(4, "\(consumer): \(reason)") }
        loggedFailure = reason
        finished.keep(outbox.acknowledged)
        close(until: now + delay.next())
    }

    private func close(until next_s: Double) {
        link.close()
        generation += 1
        waiting = []
        outbox = Outbox()
        epoch = nil
        subscription = nil
        acknowledged = nil
        reportedError = nil
        reportedWaiting = nil
        tests = []
        isBehind = false
        nextOpen_s = next_s
    }
}
