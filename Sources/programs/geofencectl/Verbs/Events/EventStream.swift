internal import Chronology
internal import ControlProtocol
internal import SystemServices

/// Events from a subscription, on several connections if requested.
struct EventStream {
    /// The connection options.
    let connection: ConnectionOptions
    /// The request for the rest of the stream; updated with every event.
    var request: SubscribeRequest
    /// The time at which a following stream ends.
    let deadline: Deadline
    /// Whether a lost connection is replaced and the stream continues after the last event.
    let reconnects: Bool
    /// The last event, or the newest one at the greeting for a stream of new events; nil while
    /// unknown. Its time is when the daemon stored it, or the time of the greeting.
    private(set) var reached: (seq: Int64, emitted_at: String?)?
    /// Whether the stream has only events that were new at the greeting.
    private(set) var wantsNew = false
    /// The epoch of the log in the last greeting; nil before a log was open.
    private(set) var log: String?
    /// A check before the first event, with the names of the request that the daemon does not
    /// know. Throws when the stream would be meaningless.
    let check: (Client, [UnknownName]) throws -> Void

    /// Passes every event with its JSON to `take` until it returns false, the deadline passes or a
    /// stream that does not follow is complete. Throws when the daemon refuses, closes or cannot
    /// continue.
    mutating func run(_ take: ([UInt8], EventRecord) throws -> Bool) throws {
        let reconnection = Reconnection(
            connection: connection, deadline: deadline, isWanted: reconnects)
        var isChecked = false
        _ = try reconnection.run { client, isAgain in
            // New events are those after the greeting: a daemon may end before it reads the
            // request. While its log is not open there is no cursor to continue from.
            let isGreeting = request.last == 0 && !client.hello.epoch.isEmpty
            if isGreeting {
                wantsNew = true
                let seq = client.hello.next_seq - 1
                let newest = Cursor(epoch: client.hello.epoch, seq: seq)
                // The greeting may be older than the present daemon and its log.
                goOn(after: newest.description, seq, client.hello.time ?? Clock.now.rfc3339)
            }
            try review(client)
            let subscribed: Subscribed
            do {
                subscribed = try subscribe(client)
            } catch let failure as CommandFailure where isAgain {
                try goOn(despite: failure, client)
                subscribed = try subscribe(client)
            }
            // The query follows the subscription: retention could delete wanted events before.
            if isGreeting, reconnects { dateNewest(client) }
            if !isChecked { try check(client, subscribed.unknown ?? []) }
            isChecked = true
            try read(client, take)
        }
    }

    /// Checks whether the daemon now has another log. The daemon refuses a cursor of another log,
    /// but accepts times and numbers.
    private mutating func review(_ client: Client) throws {
        let epoch = client.hello.epoch
        guard !epoch.isEmpty else { return }
        if let log, log != epoch, request.cursor == nil { try goOnInOtherLog(client) }
        log = epoch
    }

    private func subscribe(_ client: Client) throws -> Subscribed {
        try client.call(.eventsSubscribe, request)
    }

    /// Reads when the newest event at the greeting was stored. The time distinguishes a copy of
    /// the log from another log.
    private mutating func dateNewest(_ client: Client) {
        guard let seq = reached?.seq, let time = try? client.emissionTime(of: seq) else { return }
        reached?.emitted_at = time
    }

    private mutating func read(
        _ client: Client, _ take: ([UInt8], EventRecord) throws -> Bool
    ) throws {
        while let news = try next(client) {
            switch news.kind {
            case .event:
                let event = try client.params(EventRecord.self, of: news.line)
                goOn(after: event.event_id, event.seq, event.emitted_at)
                // The bytes of the record itself, so that keys of a later version are passed on.
                let value = try client.params(JSONValue.self, of: news.line)
                guard try take(Wire.line(value), event) else { return }
            case .gap:
                let gap = try client.params(Gap.self, of: news.line)
                Console.complain("geofencectl: \(gap.sentence)\n")
            case .end:
                let end = try client.params(StreamEnd.self, of: news.line)
                if let failure = end.error { throw CommandFailure(failure) }
                return
            case .hello, .snapshot, .test, .progress, .heartbeat, .fix, .raw: continue
            }
        }
    }

    private func next(_ client: Client) throws -> (kind: NotificationKind, line: [UInt8])? {
        request.follow == false
            ? try client.nextNotification() : try client.nextNotification(until: deadline)
    }

    /// Sets the position from which a new connection continues.
    private mutating func goOn(after cursor: String, _ seq: Int64, _ time: String?) {
        request.cursor = cursor
        request.since_seq = nil
        request.since_time = nil
        request.last = nil
        reached = (seq, time)
    }

    /// Continues with the retained events when the cursor has expired, and reports the missing
    /// ones. Rethrows any other failure.
    private mutating func goOn(despite failure: CommandFailure, _ client: Client) throws {
        if let first = failure.firstKept {
            // With a narrow filter, the last received event may be old.
            Console.complain("geofencectl: \(failure.message) Going on from there.\n")
            request.cursor = nil
            request.since_seq = first - 1
        } else if failure.isOfAnotherLog {
            try goOnInOtherLog(client)
        } else {
            throw failure
        }
    }

    /// Continues with another log, and reports that events may be missing.
    private mutating func goOnInOtherLog(_ client: Client) throws {
        let place: String
        var next: (seq: Int64?, time: String?)
        if let reached, let time = reached.emitted_at,
            try client.emissionTime(of: reached.seq) == time
        {
            next.seq = reached.seq
            place = "after that event, which this one holds, too"
        } else if let start_time {
            // An older copy of the log also has events that were already received.
            next.time = start_time
            place = "with what was stored since \(printable(start_time))"
        } else {
            next.seq = wantsNew ? client.hello.next_seq - 1 : 0
            place = wantsNew ? "with what comes from now on" : "from its beginning"
        }
        Console.complain(
            "geofencectl: the daemon has another event log now; what the one before held after"
                + " the last event read from it may be missing. Going on \(place).\n")
        request.cursor = nil
        (request.since_seq, request.since_time) = next
    }

    /// The time from which to read another log without the last event; nil where it is unknown.
    private var start_time: String? {
        guard let reached else { return request.since_time }
        // A time in the future is from a clock that was corrected since.
        return reached.emitted_at.flatMap { $0 <= Clock.now.rfc3339 ? $0 : nil }
    }
}
