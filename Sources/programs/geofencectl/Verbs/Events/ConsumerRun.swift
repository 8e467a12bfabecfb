internal import Consuming
internal import ControlProtocol

/// Processes events as a consumer: an event is sent again until it is processed and acknowledged.
struct ConsumerRun {
    /// The way to process an event.
    enum Action {
        /// Writes the event to standard output; it is then finished.
        case write
        /// Writes the event to standard output. It is finished when its line or cursor comes back
        /// on standard input.
        case writeAndConfirm
        /// Runs the program with that name, with the event on its standard input.
        case execute(String)
    }

    /// The most events that are written and not confirmed, so that a slow reader delays only these.
    private static let openMaximum = 64

    let connection: ConnectionOptions
    /// The subscription of the consumer.
    let request: SubscribeRequest
    let consumer: String
    let deadline: Deadline
    let output: OutputOptions
    let action: Action
    /// Whether an event is processed; any other event is acknowledged without processing.
    var isWanted: (EventRecord) -> Bool = { _ in true }
    /// The order of received and finished events; created again for each connection.
    private var outbox = Outbox()
    private var finished = FinishedPlace()
    private var input = ConfirmationReader()
    private var reported: Cursor?

    init(
        _ consumer: String, _ connection: ConnectionOptions, _ request: SubscribeRequest,
        _ output: OutputOptions, _ action: Action
    ) {
        self.consumer = consumer
        self.connection = connection
        self.request = request
        self.output = output
        self.action = action
        deadline = connection.deadline
    }

    /// Continues until the deadline, the end of confirmations, or a permanent failure, which it
    /// throws.
    mutating func run(_ check: (Client) throws -> Void) throws {
        let reconnection = Reconnection(connection: connection, deadline: deadline, isWanted: true)
        _ = try reconnection.run { client, isAgain in
            if !isAgain { try check(client) }
            while try serve(client) == .again {}
            if let cursor = outbox.acknowledged { try confirm(cursor, client) }
        }
    }

    private enum Outcome {
        /// The cursor was moved: subscribe again.
        case again
        case done
    }

    private mutating func serve(_ client: Client) throws -> Outcome {
        let subscribed = try client.call(.eventsSubscribe, request, as: Subscribed.self)
        // Events finished before the connection was lost are not processed again.
        finished.keep(outbox.acknowledged)
        outbox = Outbox()
        reported = nil
        if let cursor = finished.resume(subscribed) { outbox.pass(cursor) }
        try acknowledge(client)
        try warnOfPause(client)
        let units = output.units
        while true {
            guard try takeConfirmations(client) else { return .done }
            guard let news = try next(client) else {
                if deadline.isOver { return .done }
                continue
            }
            switch news.kind {
            case .event:
                let event = try client.params(EventRecord.self, of: news.line)
                guard let cursor = Cursor(event.event_id) else { continue }
                if finished.contains(cursor) { continue }
                // The bytes of the record itself, so that keys of a later version are passed on.
                let record = Wire.line(try client.params(JSONValue.self, of: news.line))
                outbox.take(cursor)
                guard isWanted(event) else {
                    outbox.finish(cursor)
                    try acknowledge(client)
                    continue
                }
                try handle(record, cursor, client) {
                    EventTable.line(event, units: units)
                }
            case .gap:
                let gap = try client.params(Gap.self, of: news.line)
                Console.complain("geofencectl: \(gap.sentence)\n")
                // The cursor of the gap is acknowledged with the next event.
                let cursor = Cursor(epoch: subscribed.epoch, seq: gap.to_seq)
                try handle(Wire.line(GapRecord(gap)), cursor, client) { "" }
            case .progress:
                let progress = try client.params(Progress.self, of: news.line)
                if let cursor = Cursor(progress.cursor) { outbox.pass(cursor) }
                try acknowledge(client)
            case .end:
                let end = try client.params(StreamEnd.self, of: news.line)
                guard let failure = end.error else { return .done }
                guard failure.kind == .invalidState else { throw CommandFailure(failure) }
                Console.complain("geofencectl: \(printable(failure.message))\n")
                outbox = Outbox()
                finished.forget()
                return .again
            case .test:
                let event = try client.params(EventRecord.self, of: news.line)
                // A program that opens a gate must not run for a test event, which never happened.
                let reason = "geofencectl events runs no program for a test event."
                try notify(
                    ConsumerAcknowledgement(
                        consumer: consumer,
                        test: ConsumerTestOutcome(event_id: event.event_id, error: reason)),
                    client)
            case .hello, .snapshot, .heartbeat, .fix, .raw: continue
            }
        }
    }

    /// Warns on standard error when no events arrive because the consumer is paused.
    private func warnOfPause(_ client: Client) throws {
        let record = try client.call(
            .consumerInspect, ConsumerChoice(consumer: consumer), as: ConsumerRecord.self)
        guard record.state == "paused" else { return }
        let name = printable(consumer)
        Console.complain(
            "geofencectl: consumer \(name) is paused and gets no events. Resume it with: geofencectl "
                + "consumer resume \(name)\n")
    }

    private func next(_ client: Client) throws -> (kind: NotificationKind, line: [UInt8])? {
        guard case .writeAndConfirm = action else {
            return try client.nextNotification(until: deadline)
        }
        let takesMore = outbox.openCount < Self.openMaximum
        let isReady = client.waitForNews(takesMore, orInput: input.isOpen, deadline)
        return isReady ? try client.nextNotification(until: .after(seconds: client.timeout_s)) : nil
    }

    private mutating func handle(
        _ record: [UInt8], _ cursor: Cursor, _ client: Client, _ line: () -> String
    ) throws {
        switch action {
        case .execute(let program):
            let reason = try ProgramRun(program: program, record: record).untilDone { problem in
                try? notify(
                    ConsumerAcknowledgement(consumer: consumer, error: "\(cursor): \(problem)"),
                    client)
            }
            if let reason {
                Console.complain("geofencectl: parked \(cursor): \(printable(reason))\n")
                let parked = ParkedEvent(event_id: cursor.description, reason: reason)
                try? notify(ConsumerAcknowledgement(consumer: consumer, parked: [parked]), client)
            }
            outbox.finish(cursor)
        case .write, .writeAndConfirm:
            switch output.output {
            case .table: Console.write(line())
            case .json, .jsonl: Console.writeLine(record)
            }
            if case .write = action { outbox.finish(cursor) }
        }
        try acknowledge(client)
    }

    /// Reads confirmations from standard input. Returns false when standard input has ended.
    private mutating func takeConfirmations(_ client: Client) throws -> Bool {
        guard case .writeAndConfirm = action else { return true }
        for cursor in input.take() {
            guard outbox.finish(cursor) else {
                Console.complain(
                    "geofencectl: \(cursor) was confirmed, but it is not open; ignored.\n")
                continue
            }
        }
        try acknowledge(client)
        return input.isOpen
    }

    /// Reports a new cursor to the daemon, which makes cursors durable in batches.
    private mutating func acknowledge(_ client: Client) throws {
        guard let cursor = outbox.acknowledged, cursor != reported else { return }
        reported = cursor
        try notify(
            ConsumerAcknowledgement(consumer: consumer, cursor: cursor.description), client)
    }

    private func notify(_ report: ConsumerAcknowledgement, _ client: Client) throws {
        try client.notify(.consumerAcknowledge, report)
    }

    /// Acknowledges a cursor and waits until it is durable.
    private func confirm(_ cursor: Cursor, _ client: Client) throws {
        _ = try client.call(
            .consumerAcknowledge,
            ConsumerAcknowledgement(consumer: consumer, cursor: cursor.description),
            as: ConsumerAcknowledged.self)
    }
}
