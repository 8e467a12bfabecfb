import Chronology
import Composition
import ControlProtocol
import EventStore
import Geofencing

extension Daemon {
    /// Begins a stream of events for a client.
    func subscribe(
        _ wanted: SubscribeRequest, _ request: Request, _ client: ControlClient
    ) throws {
        guard client.stream.subscription == nil else { throw Failure.subscribedAlready }
        let filter = try LogFilter(
            types: wanted.types, monitors: wanted.monitors?.map(logged), fences: wanted.fences)
        try resolve(wanted.fences ?? [], in: fenceSets, request, client) { [self] names in
            var (named, filter) = (wanted, filter)
            named.fences = try wanted.fences?.ids(by: names)
            filter.fences = Set(named.fences ?? [])
            let unknown = unknown(monitors: wanted.monitors, fences: names)
            try subscribe(named, filter, unknown, request, client)
        }
    }

    private func subscribe(
        _ wanted: SubscribeRequest, _ filter: LogFilter, _ unknown: [UnknownName]?,
        _ request: Request, _ client: ControlClient
    ) throws(Failure) {
        let serial = client.stream.nextSerial()
        let consumer = try consumer(of: wanted, client)
        let isFromNow =
            wanted.query.isFromNow && consumer == nil
            && (wanted.consumer == nil || consumers.usualStart > log.bounds.head)
        let begin: @Loop (Result<Int64, Failure>) -> Void = { [self] outcome in
            switch outcome {
            case .failure(let failure): client.fail(failure, id: request.id)
            case .success(let from):
                var subscription = Subscription(
                    serial: serial, next: from, filter: filter, follows: wanted.follow ?? true)
                subscription.unknown = unknown
                guard wanted.snapshot == true else {
                    return hold(wanted.consumer, subscription, after: nil, request, client)
                }
                // What the snapshot shows becomes durable before anyone sees it, and the stream
                // goes on after the event that led to it.
                var snapshot = snapshot(for: wanted)
                log.whenSettled { [self, subscription] in
                    snapshot.seq = log.levelSeq
                    var subscription = subscription
                    if isFromNow { subscription.next = snapshot.seq + 1 }
                    subscription.shown = snapshot.next
                    subscription.show = { [weak self] in self?.snapshot(for: wanted, after: $0) }
                    hold(wanted.consumer, subscription, after: snapshot, request, client)
                }
            }
        }
        if let consumer { return begin(.success(consumer.place(in: log.bounds).next)) }
        let usual = wanted.consumer == nil ? log.bounds.head + 1 : consumers.usualStart
        try self.begin(wanted.query, otherwise: usual, filter, begin)
    }

    /// The consumer that a client subscribes as; nil where there is none, or it is still to be made.
    private func consumer(
        of wanted: SubscribeRequest, _ client: ControlClient
    ) throws(Failure) -> Consumer? {
        guard let name = wanted.consumer else { return nil }
        guard client.access == .operate else { throw lookingOnly }
        guard !log.bounds.epoch.isEmpty else { throw .logNotOpen(log.failure) }
        return try consumers.known(name)
    }

    /// Binds the subscription to its consumer, if it has one, and begins it.
    private func hold(
        _ consumer: String?, _ subscription: Subscription, after snapshot: Snapshot?,
        _ request: Request, _ client: ControlClient
    ) {
        guard let consumer else { return begin(subscription, after: snapshot, request, client) }
        guard client.stream.subscription == nil else {
            return client.fail(.subscribedAlready, id: request.id)
        }
        consumers.hold(consumer, by: client.stream, next: subscription.next) { [self] outcome in
            switch outcome {
            case .failure(let failure): client.fail(failure, id: request.id)
            case .success(let consumer):
                var subscription = subscription
                subscription.consumer = consumer
                let place = consumer.place(in: log.bounds)
                subscription.next = place.next
                subscription.isAfterOtherLog = place.isAfterOtherLog
                begin(subscription, after: snapshot, request, client)
            }
        }
    }

    /// What the events of a monitor are kept under, by its name, or by its id itself.
    func logged(_ monitor: String) -> String { monitorIDs[monitor] ?? monitor }

    private func begin(
        _ subscription: Subscription, after snapshot: Snapshot?, _ request: Request,
        _ client: ControlClient
    ) {
        // Another one may have come meanwhile.
        guard client.stream.subscription == nil else {
            return client.fail(.subscribedAlready, id: request.id)
        }
        var subscribed = Subscribed(
            epoch: log.bounds.epoch, from_seq: subscription.next, next_seq: log.bounds.head + 1)
        subscribed.unknown = subscription.unknown
        client.reply(subscribed, to: request)
        if let snapshot { client.send(Notification(.snapshot, snapshot)) }
        client.stream.begin(subscription)
    }

    /// Answers with stored events.
    func listEvents(
        _ query: EventQuery, _ request: Request, _ client: ControlClient
    ) throws {
        // Without an id there is no answer.
        guard request.id != nil else { return }
        let filter = try LogFilter(
            types: query.types, monitors: query.monitors?.map(logged), fences: query.fences)
        try resolve(query.fences ?? [], in: fenceSets, request, client) { [self] names in
            var filter = filter
            filter.fences = Set(try query.fences?.ids(by: names) ?? [])
            let unknown = unknown(monitors: query.monitors, fences: names)
            try begin(query, otherwise: log.bounds.first, filter) { [self, filter] outcome in
                switch outcome {
                case .failure(let failure): client.fail(failure, id: request.id)
                case .success(let from):
                    list(EventListing(from: from, unknown: unknown), filter, request, client)
                }
            }
        }
    }

    /// Reads on until the answer is full or the log at its end.
    private func list(
        _ listing: EventListing, _ filter: LogFilter, _ request: Request, _ client: ControlClient
    ) {
        let asked = listing.asked
        log.read(from: listing.next, filter, limit: asked) { [self] page in
            switch page {
            case .events(let entries, let next):
                var listing = listing
                listing.add(entries, next: next)
                guard listing.isFull || entries.count < asked else {
                    return list(listing, filter, request, client)
                }
                answer(listing, request, client)
            case .expired(let first):
                client.fail(.expired(first: first, from: first), id: request.id)
            case .unreadable(let reason):
                client.fail(Failure(.storageUnavailable, reason), id: request.id)
            }
        }
    }

    private func answer(_ listing: EventListing, _ request: Request, _ client: ControlClient) {
        let events = listing.entries.map { RawJSON(checked: $0.record) }
        let cursor = Cursor(epoch: log.bounds.epoch, seq: listing.next - 1).description
        let isMore = listing.isFull && listing.next <= log.bounds.head
        client.reply(
            EventList.Encoded(
                events: events, cursor: cursor, more: isMore, unknown: listing.unknown),
            to: request)
    }

    /// Finds the number of the first event that a query asks for: with a start and `last`, the newest
    /// of those after the start.
    private func begin(
        _ query: EventQuery, otherwise usual: Int64, _ filter: LogFilter,
        _ go: @escaping @Loop (Result<Int64, Failure>) -> Void
    ) throws(Failure) {
        guard let last = try Int.given(query.last, as: "last") else {
            return try begin(since: query, otherwise: usual, go)
        }
        try begin(since: query, otherwise: log.bounds.first) { [self] start in
            switch start {
            case .failure: go(start)
            case .success(let first): log.seek(last: last, filter) { go($0.map { max($0, first) }) }
            }
        }
    }

    /// Finds the number of the first event that a query without `last` asks for.
    func begin(
        since query: EventQuery, otherwise usual: Int64,
        _ go: @escaping @Loop (Result<Int64, Failure>) -> Void
    ) throws(Failure) {
        let bounds = log.bounds
        let given = [query.since_seq != nil, query.cursor != nil, query.since_time != nil]
        guard given.count(where: \.self) <= 1 else {
            throw Failure(
                .invalidParams, "Only one of since_seq, cursor and since_time can be given.")
        }
        // What a number or time says is not known before the log is open.
        guard !given.contains(true) || !bounds.epoch.isEmpty else { throw .logNotOpen(log.failure) }
        if let text = query.cursor {
            return go(.success(try checked(seq(of: text, as: "cursor"), bounds)))
        }
        if let seq = try Int64.given(query.since_seq, as: "since_seq") {
            return go(.success(seq == 0 ? bounds.first : try checked(seq, bounds)))
        }
        if let time = try UTCInstant.given(query.since_time, as: "since_time") {
            return log.seek(time) { go($0) }
        }
        go(.success(usual))
    }

    /// The number in a cursor that was given under that key, if it is one of this log.
    func seq(of text: String, as key: String) throws(Failure) -> Int64 {
        guard let cursor = Cursor(text) else {
            throw Failure(
                .invalidParams, "\"\(key)\" is \"\(text)\", which is no cursor.",
                hint: "Write it as EPOCH:SEQ, as answers show it.")
        }
        guard !log.bounds.epoch.isEmpty else { throw .logNotOpen(log.failure) }
        guard cursor.epoch == log.bounds.epoch else {
            throw Failure(
                .cursorEpochChanged,
                "The cursor belongs to the log \(cursor.epoch); this one is \(log.bounds.epoch).",
                hint: "Read from the beginning and take over the new epoch.")
        }
        return cursor.seq
    }

    private func checked(_ seq: Int64, _ bounds: EventLog.Bounds) throws(Failure) -> Int64 {
        guard seq >= bounds.first - 1 else { throw .expired(first: bounds.first, from: seq + 1) }
        guard seq <= bounds.head else { throw .ahead(of: bounds.head, seq) }
        return seq + 1
    }
}

extension EventQuery {
    /// Whether it asks for what is still to come.
    fileprivate var isFromNow: Bool {
        since_seq == nil && cursor == nil && since_time == nil && last == nil
    }
}

extension Failure {
    fileprivate static let subscribedAlready = Failure(
        .invalidState, "This connection has a subscription already.",
        hint: "End it with Events.unsubscribe, or open another connection.")

    /// The log has not been opened since the start.
    fileprivate static func logNotOpen(_ reason: StorageFailure?) -> Failure {
        Failure(
            .storageUnavailable,
            "The event log is not open yet" + (reason.map { ": \($0)." } ?? "."),
            hint: "Events are read again when it is; it is tried all the time.")
    }

    /// A number is greater than that of the newest event.
    static func ahead(of head: Int64, _ seq: Int64) -> Failure {
        Failure(
            .cursorAhead, "There is no event \(seq): the newest is \(head).",
            hint: "A number without a unit is that of an event, not a time. If the log was "
                + "restored from an older copy, read from the beginning.")
    }

    /// Events that a reader asks for are no longer kept.
    fileprivate static func expired(first: Int64, from: Int64) -> Failure {
        var failure = Failure(
            .cursorExpired, "The events before \(first) are no longer kept.",
            hint: "Go on from since_seq \(first - 1) and treat what lies between as unknown.")
        failure.data?.first = first
        failure.data?.lost = first - from
        return failure
    }
}
