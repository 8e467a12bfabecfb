import Chronology
import ControlProtocol
import EventStore
import Settings

/// The methods `Events.subscribe` and `Events.unsubscribe`.
@Loop
struct EventSubscriber {
    let log: EventLog
    let consumers: Consumers
    let active: ActiveConfiguration
    let names: NameResolver
    let fences: FenceLister

    /// Begins a stream of events for a client, and answers.
    func subscribe(
        _ wanted: SubscribeRequest, _ request: Request, _ client: ClientConnection
    ) throws {
        try requireFree(client)
        try Self.checkLimit(of: wanted)
        let filter = try LogFilter(
            types: wanted.types, monitors: wanted.monitors?.map(active.loggedID),
            fences: wanted.fences)
        try names.resolve(
            fences: wanted.fences, monitors: wanted.monitors, request, client
        ) { fences, unknown in
            var (named, filter) = (wanted, filter)
            named.fences = fences
            filter.fences = Set(fences ?? [])
            try subscribe(named, filter, unknown, request, client)
        }
    }

    /// Ends the stream of events of a client, and answers.
    func unsubscribe(_ none: Nothing, _ request: Request, _ client: ClientConnection) {
        client.stream.end()
        client.reply(none, to: request)
    }

    private func subscribe(
        _ wanted: SubscribeRequest, _ filter: LogFilter, _ unknown: [UnknownName]?,
        _ request: Request, _ client: ClientConnection
    ) throws(Failure) {
        let serial = client.stream.nextSerial()
        let consumer = try consumer(of: wanted, client)
        let isFromNow =
            wanted.query.isFromNow && consumer == nil
            && (wanted.consumer == nil || consumers.usualStart > log.bounds.head)
        let begin: @Loop (Result<Int64, Failure>) -> Void = { outcome in
            client.attempt(request) {
                var subscription = Subscription(
                    serial: serial, next: try outcome.get(), filter: filter,
                    follows: wanted.follow ?? true)
                subscription.unknown = unknown
                subscription.maxUnacknowledged = wanted.max_unacknowledged
                guard wanted.snapshot == true else {
                    return bind(subscription, to: wanted.consumer, after: nil, request, client)
                }
                // The state in the snapshot becomes durable before the client gets it, and the
                // stream continues after the last event that led to it.
                var snapshot = fences.snapshot(for: wanted)
                log.whenSettled { [subscription] in
                    snapshot.seq = log.levelSeq
                    var subscription = subscription
                    if isFromNow { subscription.next = snapshot.seq + 1 }
                    subscription.shown = snapshot.next
                    subscription.show = { fences.snapshot(for: wanted, after: $0) }
                    bind(subscription, to: wanted.consumer, after: snapshot, request, client)
                }
            }
        }
        if let consumer { return begin(.success(consumer.place(in: log.bounds).next)) }
        let usual = wanted.consumer == nil ? log.bounds.head + 1 : consumers.usualStart
        try log.begin(wanted.query, otherwise: usual, filter, begin)
    }

    private static func checkLimit(of wanted: SubscribeRequest) throws(Failure) {
        guard let limit = wanted.max_unacknowledged else { return }
        guard wanted.consumer != nil, 1...Limits.unacknowledgedEvents ~= limit else {
            throw Failure(
                .invalidParams, "\"max_unacknowledged\" is \(limit).",
                hint:
                    "Give 1 to \(Limits.unacknowledgedEvents), with a consumer, which acknowledges events."
            )
        }
    }

    /// Returns the consumer that a client subscribes as; nil when it names none or a new one.
    private func consumer(
        of wanted: SubscribeRequest, _ client: ClientConnection
    ) throws(Failure) -> Consumer? {
        guard let name = wanted.consumer else { return nil }
        guard client.access.includes(.consume) else {
            throw .denied(client.access, group: active.settings.group)
        }
        try log.requireOpen()
        return try consumers.known(name)
    }

    /// Binds the subscription to its consumer, if it has one, and begins it.
    private func bind(
        _ subscription: Subscription, to consumer: String?, after snapshot: Snapshot?,
        _ request: Request, _ client: ClientConnection
    ) {
        client.attempt(request) {
            // Another request may have subscribed meanwhile.
            try requireFree(client)
            guard let consumer else { return begin(subscription, after: snapshot, request, client) }
            consumers.hold(consumer, by: client.stream, next: subscription.next) { outcome in
                client.attempt(request) {
                    let consumer = try outcome.get()
                    try requireFree(client)
                    var subscription = subscription
                    subscription.consumer = consumer
                    let place = consumer.place(in: log.bounds)
                    subscription.next = place.next
                    subscription.isAfterOtherLog = place.isAfterOtherLog
                    begin(subscription, after: snapshot, request, client)
                }
            }
        }
    }

    private func begin(
        _ subscription: Subscription, after snapshot: Snapshot?, _ request: Request,
        _ client: ClientConnection
    ) {
        var subscribed = Subscribed(
            epoch: log.bounds.epoch, from_seq: subscription.next, next_seq: log.bounds.head + 1)
        subscribed.unknown = subscription.unknown
        subscribed.placement = subscription.consumer?.memory.placement
        client.reply(subscribed, to: request)
        if let snapshot { client.send(Notification(.snapshot, snapshot)) }
        client.stream.begin(subscription)
    }

    private func requireFree(_ client: ClientConnection) throws(Failure) {
        guard client.stream.subscription != nil else { return }
        throw Failure(
            .invalidState, "This connection has a subscription already.",
            hint: "End it with Events.unsubscribe, or open another connection.")
    }
}

extension EventQuery {
    /// Whether the query asks only for future events.
    fileprivate var isFromNow: Bool {
        since_seq == nil && cursor == nil && since_time == nil && last == nil
    }
}
