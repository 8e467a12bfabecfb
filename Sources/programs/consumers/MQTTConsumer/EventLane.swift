internal import ConsumerFrame
internal import Consuming
internal import ControlProtocol

/// Sends events to the broker, each acknowledged when the broker has taken it and all before it.
final class EventLane {
    /// Events that are sent together, and how many of their messages the broker has not answered.
    private struct Group {
        var cursors: [Cursor]
        var openCount: Int
    }

    /// How often an event is sent that the broker refuses for good.
    private static let tries = 3
    /// How often a connection is lost with one event before that is taken for a refusal: no network does that by
    /// chance.
    private static let lossesAlone = 20
    /// Reasons that do not change by trying again: not authorised, topic, size, format.
    private static let finalReasons: Set<Int32> = [0x87, 0x90, 0x95, 0x99]

    private let settings: MQTTSettings
    private let messages: EventMessages
    let intake: EventIntake
    /// The generation of the intake that `groups` and `batches` are of.
    private var generation = 0
    /// By the last event of each.
    private var groups: [Cursor: Group] = [:]
    private var batches: EventBatches
    private var refusals: [Cursor: Int] = [:]
    /// Test events on their way.
    private var tests: Set<String> = []

    /// A lane that is not connected.
    init(_ settings: MQTTSettings, _ messages: EventMessages) {
        self.settings = settings
        self.messages = messages
        batches = EventBatches(maximum: settings.traffic.batch)
        let request = SubscribeRequest(
            consumer: settings.consumer, types: settings.types, monitors: settings.monitors,
            fences: settings.fences)
        intake = EventIntake(socket: settings.socket, request, takesTests: true)
    }

    /// Sends as much as the broker takes.
    func send(to broker: BrokerLink, now: Double) {
        if generation != intake.generation {
            (groups, generation) = ([:], intake.generation)
            batches.forgetPending()
        }
        while let test = intake.nextTest() { send(test: test, to: broker) }
        while broker.isConnected, groups.count < settings.broker.window, broker.allows(.events),
            let batch = batches.next({ intake.next(now: now) })
        {
            switch batch {
            case .gap(let record, _): send([messages.gap(record)], of: batch.cursors, to: broker)
            case .events(let events):
                send(messages.messages(of: events.map(\.0)), of: batch.cursors, to: broker)
            }
            // What a message costs is known only when it was sent.
            if settings.traffic.bytesPerDay != nil { return }
        }
    }

    /// The broker has answered to a message; false where the connection is to be given up.
    func answered(_ cursor: Cursor, reason: Int32) -> Bool {
        guard let group = groups[cursor] else { return true }
        if reason < 0x80 {
            groups[cursor]?.openCount -= 1
            if group.openCount == 1 { finish(cursor) }
            return true
        }
        let words = "the broker refuses it: \(MosquittoClient.reason(reason))"
        guard Self.finalReasons.contains(reason) else {
            intake.report(error: "\(cursor): \(words)")
            return false
        }
        if group.cursors.count > 1 {
            batches.sendAlone(upTo: cursor)
            intake.report(
                error: "\(group.cursors.count) events up to \(cursor): \(words); they go one by one"
            )
            return false
        }
        let count = refusals[cursor, default: 0] + 1
        refusals[cursor] = count
        guard count >= Self.tries else {
            intake.report(error: "\(cursor): \(words), try \(count) of \(Self.tries)")
            return false
        }
        finish(cursor, parkedFor: words)
        return true
    }

    /// The connection was lost so many times in a row while one message of a group was on its way. With MQTT 3.1.1
    /// that is all that a broker shows of a message that it does not take.
    func lost(with cursor: Cursor, _ count: Int) {
        guard let group = groups[cursor] else { return }
        if group.cursors.count > 1 {
            batches.sendAlone(upTo: cursor)
        } else if count >= Self.lossesAlone {
            finish(cursor, parkedFor: "the connection was lost \(count) times when it was sent")
        }
    }

    /// The broker has answered to a test event.
    func answered(test id: String, reason: Int32) {
        tests.remove(id)
        let error =
            reason < 0x80 ? nil : "The broker refuses it: \(MosquittoClient.reason(reason))."
        intake.end(test: id, error: error)
    }

    /// Begins again after the last event that the broker has taken: nothing that was on its way counts.
    func restart(_ reason: String) {
        for id in tests { intake.end(test: id, error: "The connection was lost: \(reason).") }
        tests = []
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
    }
}
