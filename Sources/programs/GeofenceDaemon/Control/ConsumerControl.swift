import ControlProtocol
import EventStore

/// The methods `Consumer.*`.
@Loop
struct ConsumerControl {
    let log: EventLog
    let consumers: Consumers
    /// The sinks of the daemon, which are listed with the consumers.
    let sinks: [SinkDelivery]

    /// The records of the sinks of the daemon, then of every consumer.
    var records: [ConsumerRecord] {
        let bounds = log.bounds
        let internals = sinks.map { sink in
            let cursor = sink.cursor
            let lag = cursor.epoch == bounds.epoch ? bounds.head - cursor.seq : bounds.head
            return ConsumerRecord(
                name: sink.name, state: "internal", cursor: cursor.description, lag: max(0, lag),
                retention_share: log.share(of: lag))
        }
        return internals + consumers.sorted.map { consumers.record(of: $0, in: log) }
    }

    /// Answers with every consumer.
    func list(_: Nothing, _ request: Request, _ client: ClientConnection) {
        consumers.lookUpAges(in: log) {
            client.reply(ConsumerList(consumers: records), to: request)
        }
    }

    /// Answers with one consumer.
    func inspect(
        _ choice: ConsumerChoice, _ request: Request, _ client: ClientConnection
    ) throws(Failure) {
        answer(try consumers.named(choice.consumer), request, client)
    }

    /// Stores the cursor and the reports of a consumer, and answers when they are durable.
    func acknowledge(
        _ report: ConsumerAcknowledgement, _ request: Request, _ client: ClientConnection
    ) throws(Failure) {
        let consumer = try consumers.named(report.consumer)
        guard client.stream.subscription?.consumer === consumer else {
            throw Failure(
                .invalidState, "This connection has not subscribed as consumer \(consumer.name).",
                hint: "Subscribe on it with Events.subscribe and consumer; Consumer.rewind moves "
                    + "a cursor by hand.")
        }
        if let count = report.parked?.count, count > Limits.parkedEvents {
            throw Failure(
                .invalidParams, "\"parked\" names \(count) events.",
                hint: "Name at most \(Limits.parkedEvents) at a time.")
        }
        let cursor = try report.cursor.map { text throws(Failure) in
            let seq = try log.seq(of: text, as: "cursor")
            try log.requireReached(seq)
            return Cursor(epoch: log.bounds.epoch, seq: seq)
        }
        consumer.memory.take(report, cursor: cursor, now: WallClock.rfc3339())
        if let cursor { client.stream.acknowledged(upTo: cursor.seq) }
        if let waiting = report.waiting { consumer.waiting = waiting.isEmpty ? nil : waiting.cut }
        if let outcome = report.test { consumer.test?.end(outcome) }
        save(consumer, request, client) {
            client.reply(
                ConsumerAcknowledged(cursor: consumer.memory.cursor.description), to: request)
        }
    }

    /// Stops or resumes the sending of events to a consumer.
    func pause(
        _ choice: ConsumerChoice, _ isPaused: Bool, _ request: Request, _ client: ClientConnection
    ) throws(Failure) {
        let consumer = try changeable(choice.consumer)
        consumer.memory.paused = isPaused
        consumer.pump()
        save(consumer, urgent: true, request, client) { answer(consumer, request, client) }
    }

    /// Moves the cursor of a consumer and ends its stream; the client must resubscribe.
    func rewind(
        _ rewind: ConsumerRewind, _ request: Request, _ client: ClientConnection
    ) throws(Failure) {
        let consumer = try changeable(rewind.consumer)
        let given = [rewind.cursor != nil, rewind.since_seq != nil, rewind.since_time != nil]
        guard given.count(where: \.self) == 1 else {
            throw Failure(
                .invalidParams, "Exactly one of cursor, since_seq and since_time must be given.")
        }
        try log.begin(since: rewind.query, otherwise: log.bounds.first) { outcome in
            client.attempt(request) {
                let next = try outcome.get()
                consumer.displace(
                    Failure(
                        .invalidState, "The cursor of the consumer \(consumer.name) was moved.",
                        hint: "Subscribe again."))
                consumer.memory.place(after: Cursor(epoch: log.bounds.epoch, seq: next - 1))
                save(consumer, urgent: true, request, client) {
                    answer(consumer, request, client)
                }
            }
        }
    }

    /// Removes a consumer with its cursor.
    func remove(
        _ choice: ConsumerChoice, _ request: Request, _ client: ClientConnection
    ) throws(Failure) {
        consumers.remove(try changeable(choice.consumer)) { failure in
            if let failure {
                client.fail(Failure(.storageUnavailable, "\(failure)"), to: request)
            } else {
                client.reply(Nothing(), to: request)
            }
        }
    }

    /// Returns the consumer of that name. Throws `invalidState` for a sink of the daemon.
    func changeable(_ name: String) throws(Failure) -> Consumer {
        guard !sinks.contains(where: { $0.name == name }) else {
            throw Failure(
                .invalidState, "\(name) is a sink of the daemon, which always gets every event.")
        }
        return try consumers.named(name)
    }

    private func answer(_ consumer: Consumer, _ request: Request, _ client: ClientConnection) {
        consumers.lookUpAges(in: log) {
            client.reply(consumers.record(of: consumer, in: log, isWhole: true), to: request)
        }
    }

    /// Makes a consumer durable, then calls `go`. On a failure, answers with that instead.
    private func save(
        _ consumer: Consumer, urgent: Bool = false, _ request: Request, _ client: ClientConnection,
        _ go: @escaping @Loop () -> Void
    ) {
        consumers.save(consumer, urgent: urgent) { failure in
            guard let failure else { return go() }
            client.fail(
                Failure(
                    .storageUnavailable,
                    "The change is in effect but not durable yet, so that a restart loses it: \(failure)"
                ),
                to: request)
        }
    }
}
