internal import ConsumerFrame
internal import Consuming
internal import ControlProtocol

/// Takes events from the daemon and sends them to the broker, each acknowledged when the broker has taken it
/// and all before it.
final class EventLane {
    private enum Item {
        case event(TakenEvent, Cursor)
        case gap(Message, Cursor?)
        /// Nothing of interest up to here.
        case pass(Cursor)
    }

    /// Events read ahead of the broker.
    private static let waitingMaximum = 64
    /// How often an event is sent that the broker refuses for good.
    private static let tries = 3
    /// Reasons that do not change by trying again: not authorised, topic, size, format.
    private static let finalReasons: Set<Int32> = [0x87, 0x90, 0x95, 0x99]

    private let settings: MQTTSettings
    private let messages: EventMessages
    let link: DaemonLink
    private var waiting: [Item] = []
    private var outbox = Outbox()
    /// Messages of an event that the broker has not answered.
    private var open: [Cursor: Int] = [:]
    private var refusals: [Cursor: Int] = [:]
    private var subscription: RequestID?
    private var epoch: String?
    /// What was acknowledged and may not have reached the daemon.
    private var done: Cursor?
    private var told: Cursor?
    private var lastTold_s = 0.0
    private var toldError: String?
    private var nextOpen_s = 0.0
    private var delay = RetryDelay(first_s: 0.5, longest_s: 60)
    /// Whether the daemon has answered to the subscription.
    var isSubscribed: Bool { epoch != nil }

    /// A lane that is not connected.
    init(_ settings: MQTTSettings, _ messages: EventMessages) {
        self.settings = settings
        self.messages = messages
        link = DaemonLink(path: settings.socket)
    }

    /// Whether more is read from the daemon: what the broker does not take waits there.
    var wantsRead: Bool { waiting.count < Self.waitingMaximum }

    /// Connects when it is time for that.
    func connectIfDue(now: Double) {
        guard !link.isOpen, now >= nextOpen_s else { return }
        if let reason = link.open() { return fail("the daemon cannot be reached: \(reason)") }
        var request = SubscribeRequest()
        request.consumer = settings.consumer
        request.types = settings.types
        request.monitors = settings.monitors
        request.fences = settings.fences
        subscription = link.request(.eventsSubscribe, request)
    }

    /// Reads what the daemon has sent.
    func read(now: Double) {
        guard let news = link.read() else { return fail("the daemon has closed the connection") }
        for item in news {
            switch item {
            case .hello: break
            case .response(let id, let line):
                guard id == subscription else { continue }
                take(answer: line, now)
            case .notification(let kind, let line): take(kind, line)
            }
            guard link.isOpen else { return }
        }
    }

    /// Sends as much as the broker takes.
    func send(to broker: BrokerLink) {
        while broker.isConnected, outbox.openCount < settings.broker.window, !waiting.isEmpty {
            switch waiting.removeFirst() {
            case .pass(let cursor): outbox.pass(cursor)
            case .gap(let message, let cursor):
                if let cursor {
                    outbox.take(cursor)
                    open[cursor] = 1
                }
                broker.send(message, of: cursor)
            case .event(let taken, let cursor):
                guard refusals[cursor, default: 0] < Self.tries else {
                    outbox.pass(cursor)
                    continue
                }
                let all = messages.messages(of: taken)
                outbox.take(cursor)
                open[cursor] = all.count
                for message in all { broker.send(message, of: cursor) }
            }
        }
    }

    /// The broker has answered to a message of an event; false where the connection is to be given up.
    func answered(_ cursor: Cursor, reason: Int32) -> Bool {
        guard let count = open[cursor] else { return true }
        if reason < 0x80 {
            open[cursor] = count == 1 ? nil : count - 1
            if count == 1 { finish(cursor) }
            return true
        }
        let words = "the broker refuses it: \(MosquittoClient.reason(reason))"
        guard Self.finalReasons.contains(reason) else {
            tell(error: "\(cursor): \(words)")
            return false
        }
        refusals[cursor, default: 0] += 1
        guard refusals[cursor, default: 0] >= Self.tries else {
            tell(error: "\(cursor): \(words), try \(refusals[cursor, default: 0]) of \(Self.tries)")
            return false
        }
        ServiceNotice.log(4, "parked \(cursor): \(words)")
        link.notify(
            .consumerAcknowledge,
            ConsumerAcknowledgement(
                consumer: settings.consumer,
                parked: [ParkedEvent(event_id: cursor.description, reason: words)]))
        open[cursor] = nil
        outbox.finish(cursor)
        return true
    }

    /// Begins again after the last event that the broker has taken: nothing that was on its way counts.
    func restart() {
        keepDone()
        link.close()
        forget()
        nextOpen_s = 0
    }

    /// Acknowledges what the broker has taken, at most once a second.
    func acknowledge(now: Double) {
        guard isSubscribed, now - lastTold_s >= Limits.progress_s, let cursor = outbox.acknowledged,
            cursor != told
        else { return }
        told = cursor
        lastTold_s = now
        link.notify(
            .consumerAcknowledge,
            ConsumerAcknowledgement(consumer: settings.consumer, cursor: cursor.description))
    }

    /// Acknowledges for the last time; gives the id of the answer to wait for, nil where there is nothing.
    func acknowledgeLast() -> RequestID? {
        guard isSubscribed, let cursor = outbox.acknowledged else { return nil }
        return link.request(
            .consumerAcknowledge,
            ConsumerAcknowledgement(consumer: settings.consumer, cursor: cursor.description))
    }

    /// Reports an error to the daemon, each once.
    func tell(error: String?) {
        guard isSubscribed, let error, error != toldError else { return }
        toldError = error
        link.notify(
            .consumerAcknowledge,
            ConsumerAcknowledgement(consumer: settings.consumer, error: error))
    }

    private func take(answer line: [UInt8], _ now: Double) {
        guard let response = try? Wire.value(Response<Subscribed>.self, from: line) else {
            return fail("the daemon has sent what this version cannot read")
        }
        switch response {
        case .failure(let failure, _):
            fail(failure.message + (failure.data?.hint.map { " " + $0 } ?? ""))
        case .result(let subscribed, _):
            delay.reset()
            epoch = subscribed.epoch
            if let done, done.epoch == subscribed.epoch, done.seq >= subscribed.from_seq {
                outbox.pass(done)
                lastTold_s = 0
                acknowledge(now: now)
            } else {
                done = nil
            }
        }
    }

    private func take(_ kind: NotificationKind, _ line: [UInt8]) {
        switch kind {
        case .event:
            guard let taken = TakenEvent(line: line), let cursor = taken.cursor else { return }
            // It was acknowledged before the connection was lost.
            if let done, done.epoch == cursor.epoch, cursor.seq <= done.seq { return }
            waiting.append(.event(taken, cursor))
        case .progress:
            guard let progress = try? Wire.value(Notification<Progress>.self, from: line).params,
                let cursor = Cursor(progress.cursor)
            else { return }
            waiting.append(.pass(cursor))
        case .gap:
            guard let gap = try? Wire.value(Notification<Gap>.self, from: line).params else {
                return
            }
            ServiceNotice.log(
                4, "events \(gap.from_seq) to \(gap.to_seq) are lost (\(gap.reason))")
            // Of a new log the place of the gap is that of its next event.
            let cursor = epoch.flatMap { epoch in
                gap.reason == "reset" ? nil : Cursor(epoch: epoch, seq: gap.to_seq)
            }
            waiting.append(.gap(messages.gap(gap), cursor))
        case .end:
            let end = try? Wire.value(Notification<StreamEnd>.self, from: line).params
            // The consumer may have been rewound: what was acknowledged before does not count.
            outbox = Outbox()
            done = nil
            fail(end?.error?.message ?? "the daemon has ended the stream")
        case .hello, .snapshot, .heartbeat, .fix, .raw: break
        }
    }

    private func finish(_ cursor: Cursor) {
        outbox.finish(cursor)
        refusals[cursor] = nil
    }

    private func keepDone() { done = outbox.acknowledged ?? done }

    private func forget() {
        waiting = []
        outbox = Outbox()
        open = [:]
        epoch = nil
        subscription = nil
        told = nil
        toldError = nil
    }

    private func fail(_ reason: String) {
        ServiceNotice.log(4, reason)
        keepDone()
        link.close()
        forget()
        nextOpen_s = Clocks.monotonic_s + delay.next()
    }
}
