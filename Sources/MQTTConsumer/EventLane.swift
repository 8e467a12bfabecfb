internal import ConsumerFrame
internal import Consuming
internal import ControlProtocol

/// Sends events to the broker; an event is finished when the broker has acknowledged all its messages.
final class EventLane {
    /// How often an event is sent that the broker refuses for good.
    private static let tries = 3
    /// Reasons that do not change by trying again: not authorised, topic, size, format.
    private static let finalReasons: Set<Int32> = [0x87, 0x90, 0x95, 0x99]

    let intake: EventIntake
    private let messages: EventMessages
    /// Events on their way at once.
    private let window: Int
    /// Messages of an event that the broker has not answered.
    private var open: [Cursor: Int] = [:]
    private var refusals: [Cursor: Int] = [:]
    /// The generation of the intake that `open` is of.
    private var generation = 0

    /// A lane that is not connected.
    init(_ settings: MQTTSettings, _ messages: EventMessages) {
        var request = SubscribeRequest()
        request.consumer = settings.consumer
        request.types = settings.types
        request.monitors = settings.monitors
        request.fences = settings.fences
        intake = EventIntake(socket: settings.socket, request)
        self.messages = messages
        window = settings.broker.window
    }

    /// Sends as much as the broker takes.
    func send(to broker: BrokerLink, now: Double) {
        if generation != intake.generation {
            // The daemon sends again what was open.
            open = [:]
            generation = intake.generation
        }
        while broker.isConnected, open.count < window, let item = intake.next(now: now) {
            switch item {
            case .gap(let record, let cursor):
                if let cursor { open[cursor] = 1 }
                broker.send(messages.gap(record), of: cursor)
            case .event(let taken, let cursor):
                guard refusals[cursor, default: 0] < Self.tries else {
                    intake.finish(cursor)
                    continue
                }
                let all = messages.messages(of: taken)
                open[cursor] = all.count
                for message in all { broker.send(message, of: cursor) }
            }
        }
    }

    /// The broker has answered to a message of an event. Gives why the connection is to be given up; nil
    /// where it is not.
    func answered(_ cursor: Cursor, reason: Int32) -> String? {
        guard let count = open[cursor] else { return nil }
        if reason < 0x80 {
            open[cursor] = count == 1 ? nil : count - 1
            if count == 1 {
                refusals[cursor] = nil
                intake.finish(cursor)
            }
            return nil
        }
        let text = MosquittoClient.reason(reason)
        var refusal = "the broker refuses \(cursor): \(text)"
        if Self.finalReasons.contains(reason) {
            let refused = refusals[cursor, default: 0] + 1
            refusals[cursor] = refused
            if refused >= Self.tries {
                open[cursor] = nil
                intake.park(cursor, "the broker refuses it: \(text)")
                return nil
            }
            refusal += ", try \(refused) of \(Self.tries)"
        }
        intake.report(error: refusal)
        return refusal
    }
}
