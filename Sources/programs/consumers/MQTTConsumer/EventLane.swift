internal import ConsumerFrame
internal import Consuming
internal import ControlClient
internal import ControlProtocol
internal import SystemServices

/// Sends events to the broker. An event is acknowledged when the broker has acknowledged it and all events before it.
final class EventLane {
    /// Events that are sent together, and how many of their messages the broker has not acknowledged.
    private struct Group {
        var cursors: [Cursor]
        var openCount: Int
    }

    /// How often an event is sent that the broker refuses for good.
    private static let tries = 3
    /// Seconds for which a form of events is left out after the broker has refused its topic for good: each refusal
    /// may cost the connection, and the record of the event is delivered without it.
    private static let refusedTopic_s = 600.0

    private let settings: MQTTSettings
    private let messages: EventMessages
    let intake: ConsumerStream
    /// The generation of the intake that `groups` and `batches` belong to.
    private var generation = 0
    /// Groups on their way, by their last event.
    private var groups: [Cursor: Group] = [:]
    private var batches: EventBatches
    private var refusals: [Cursor: Int] = [:]
    /// When messages of a refused topic are sent again, monotonic seconds, by topic.
    private var refusedTopics: [String: Double] = [:]
    /// The pause before an event that the broker has refused is sent again.
    private var retry = Backoff(first_s: 1, longest_s: 300)
    private var heldUntil_s = -Double.infinity
    private var oldest = OldestUnanswered()
    /// The moves of the intake that `oldest` belongs to.
    private var moves = 0
    /// Test events on their way.
    private var tests: Set<String> = []

    /// Creates a lane that is not connected.
    init(_ settings: MQTTSettings, _ messages: EventMessages) {
        self.settings = settings
        self.messages = messages
        batches = EventBatches(maximum: settings.traffic.batch)
        let request = SubscribeRequest(
            consumer: settings.consumer, types: settings.types, monitors: settings.monitors,
            fences: settings.fences)
        intake = ConsumerStream(
            socket: settings.socket, request,
            window: ConsumerStream.usualWindow + settings.broker.window * settings.traffic.batch,
            takesTests: true)
    }

    /// The answer that events wait for; nil where they do not wait, or not for long.
    func reasonToWait(now: Double) -> String? { oldest.reason("broker", now: now) }

    /// Sends events up to the window.
    func send(to broker: BrokerLink, now: Double) {
        if generation != intake.generation {
            (groups, generation) = ([:], intake.generation)
            batches.forgetPending()
            // A command has set the cursor: the oldest event may be of the past.
            if moves != intake.moves { (moves, oldest) = (intake.moves, OldestUnanswered()) }
        }
        while let test = intake.nextTest() { send(test: test, to: broker) }
        while broker.isConnected, now >= heldUntil_s, groups.count < settings.broker.window,
            broker.allows(.events), let batch = batches.next({ intake.next() })
        {
            switch batch {
            case .gap(let record, _):
                let message = messages.gap(record, epoch: intake.epoch ?? "")
                send([message], of: batch.cursors, to: broker)
            case .events(let events):
                let all = messages.messages(of: events.map(\.0))
                send(all.filter { !isRefused($0.topic, now) }, of: batch.cursors, to: broker)
            }
            // The bytes of a message are known only after it was sent.
            if settings.traffic.bytesPerDay != nil { break }
        }
        followOldest(now: now)
    }

    /// The broker has answered to a message of events.
    func answered(
        _ cursor: Cursor, _ topic: String, reason: Int32, by broker: BrokerLink, now: Double
    ) {
        guard let group = groups[cursor] else { return }
        guard MQTTReason.isRefusal(reason) else {
            groups[cursor]?.openCount -= 1
            guard group.openCount == 1 else { return }
            finish(cursor)
            broker.hasProgressed()
            return
        }
        let text = "the broker refuses it on \(topic): \(MosquittoClient.reason(reason))"
        if !MQTTReason.final.contains(reason) {
            hold("\(cursor): \(text)", broker, now)
        } else if group.cursors.count > 1 {
            batches.sendAlone(upTo: cursor)
            intake.report(
                error:
                    "\(group.cursors.count) events up to \(cursor): \(text); they are sent one by one"
            )
            sendAgain(broker)
        } else if refusals[cursor, default: 0] + 1 < Self.tries {
            refusals[cursor, default: 0] += 1
            hold("\(cursor): \(text), try \(refusals[cursor] ?? 0) of \(Self.tries)", broker, now)
        } else {
            if topic != messages.topics.events { refusedTopics[topic] = now + Self.refusedTopic_s }
            finish(cursor, parkedFor: text)
        }
    }

    /// The connection was lost, without a reason, while one message of a group was on its way. A batch may be too
    /// large for the path to the broker, so its events are sent one by one.
    func lostAlone(_ cursor: Cursor) {
        if let group = groups[cursor], group.cursors.count > 1 { batches.sendAlone(upTo: cursor) }
    }

    /// The broker has answered to a test event.
    func answered(test id: String, reason: Int32) {
        tests.remove(id)
        let error =
            MQTTReason.isRefusal(reason)
            ? "The broker refuses it: \(MosquittoClient.reason(reason))." : nil
        intake.end(test: id, error: error)
    }

    /// Starts again after the last acknowledged event, because the connection was lost.
    func restart(_ reason: String) {
        for id in tests { intake.end(test: id, error: "The connection was lost: \(reason).") }
        tests = []
        intake.restart()
    }

    private func isRefused(_ topic: String, _ now: Double) -> Bool {
        refusedTopics[topic].map { now < $0 } ?? false
    }

    /// Sends events again after a pause, over the same connection.
    private func hold(_ error: String, _ broker: BrokerLink, _ now: Double) {
        intake.report(error: error)
        heldUntil_s = now + retry.next()
        sendAgain(broker)
    }

    private func sendAgain(_ broker: BrokerLink) {
        broker.withdrawEvents()
        groups = [:]
        intake.restart()
    }

    private func send(test: TakenEvent, to broker: BrokerLink) {
        let id = test.event.event_id
        guard broker.isConnected else {
            let error = broker.error ?? "it has not answered yet"
            return intake.end(test: id, error: "There is no connection to the broker: \(error).")
        }
        tests.insert(id)
        broker.send(messages.native(test), of: .test(id))
    }

    private func send(_ messages: [Message], of cursors: [Cursor], to broker: BrokerLink) {
        if let last = cursors.last {
            groups[last] = Group(cursors: cursors, openCount: messages.count)
        }
        for message in messages { broker.send(message, of: cursors.last.map { .events($0) }) }
    }

    private func finish(_ cursor: Cursor, parkedFor reason: String? = nil) {
        for done in groups.removeValue(forKey: cursor)?.cursors ?? [] {
            if let reason { intake.park(done, reason) } else { intake.finish(done) }
        }
        refusals[cursor] = nil
        retry.reset()
        if groups.isEmpty { oldest = OldestUnanswered() }
    }

    /// While a connection is made again no group is on its way, and the oldest event stays the same.
    private func followOldest(now: Double) {
        guard let first = groups.keys.min(by: { $0.seq < $1.seq }) else { return }
        oldest.set(first.description, now: now, system_s: Clocks.utc_s)
    }
}
