internal import Chronology
internal import ControlProtocol

/// Events from a subscription, over more than one connection when asked to.
struct EventStream {
    /// Where the daemon is.
    let connection: ConnectionOptions
    /// What is asked for; moves on with every event.
    var request: SubscribeRequest
    /// When a stream that follows ends by itself.
    let deadline: Deadline
    /// Whether a lost connection is made again, from the last event on.
    let reconnects: Bool
    /// When the daemon stored the last event taken, or greeted who wants new ones: from where another
    /// log is read on. Nil while neither is known.
    private(set) var reached_at: String?
    /// The log that the daemon greeted with last; nil before one was open.
    private(set) var log: String?
    /// The last event taken before another log was gone on with.
    private(set) var lastOfOther: (seq: Int64, emitted_at: String?)?
    /// What is asked once before; throws when the stream would make no sense.
    let check: (Client) throws -> Void

    /// Gives every event with its JSON to `take` until it says false, the deadline is over or a
    /// stream that does not follow is complete. Throws when the daemon refuses, closes or cannot go on.
    mutating func run(_ take: ([UInt8], EventRecord) throws -> Bool) throws {
        let reconnection = Reconnection(
            connection: connection, deadline: deadline, isWanted: reconnects)
        var isChecked = false
        _ = try reconnection.run { client, isAgain in
            if !isChecked { try check(client) }
            isChecked = true
            // New events are new from the greeting on: a daemon may end before it hears what is
            // wanted. While its log is not open there is no place to go on from.
            if request.last == 0, !client.hello.epoch.isEmpty {
                let newest = Cursor(epoch: client.hello.epoch, seq: client.hello.next_seq - 1)
                goOn(after: newest.description, Clock.now.rfc3339)
            }
            review(client.hello)
            do {
                try read(client, take)
            } catch let failure as CommandFailure where isAgain {
                try goOn(despite: failure)
                try read(client, take)
            }
        }
    }

    /// Looks whether another log than before is to be gone on with. Of a cursor the daemon says that it
    /// belongs to another one; times and numbers it takes for its own.
    private mutating func review(_ hello: Hello) {
        guard !hello.epoch.isEmpty else { return }
        if let log, log != hello.epoch, request.cursor == nil { goOnInOtherLog() }
        log = hello.epoch
    }

    private mutating func read(
        _ client: Client, _ take: ([UInt8], EventRecord) throws -> Bool
    ) throws {
        _ = try client.call(.eventsSubscribe, request, as: Subscribed.self)
        while let news = try next(client) {
            switch news.kind {
            case .event:
                let event = try client.params(EventRecord.self, of: news.line)
                if wasTaken(event) { continue }
                goOn(after: event.event_id, event.emitted_at)
                // The record's own bytes, so that keys of a later version are passed on.
                let value = try client.params(JSONValue.self, of: news.line)
                guard try take(Wire.line(value), event) else { return }
            case .gap:
                let gap = try client.params(Gap.self, of: news.line)
                Console.complain("geofencectl: \(gap.sentence)\n")
            case .end:
                let end = try client.params(StreamEnd.self, of: news.line)
                if let failure = end.error { throw CommandFailure(failure) }
                return
            case .hello, .snapshot, .heartbeat, .fix, .raw: continue
            }
        }
    }

    private func next(_ client: Client) throws -> (kind: NotificationKind, line: [UInt8])? {
        request.follow == false
            ? try client.nextNotification() : try client.nextNotification(until: deadline)
    }

    /// Where a new connection goes on.
    private mutating func goOn(after cursor: String, _ time: String?) {
        request.cursor = cursor
        request.since_seq = nil
        request.since_time = nil
        request.last = nil
        reached_at = time ?? reached_at
    }

    /// Whether an event is one of those stored with the last one taken, or that one itself, which a copy of
    /// the log has, too.
    private func wasTaken(_ event: EventRecord) -> Bool {
        guard let lastOfOther, let time = lastOfOther.emitted_at else { return false }
        return event.emitted_at == time && event.seq <= lastOfOther.seq
    }

    /// Moves on to what is left where a new connection cannot go on, and says what is not. Throws any
    /// other failure again.
    private mutating func goOn(despite failure: CommandFailure) throws {
        if let first = failure.firstKept {
            // Where only few events are wanted, the last of them may be of long ago.
            Console.complain("geofencectl: \(failure.message) Going on from there.\n")
            request.cursor = nil
            request.since_seq = first - 1
        } else if failure.isOfAnotherLog {
            goOnInOtherLog()
        } else {
            throw failure
        }
    }

    /// Moves on to what another log holds, and says what may be missing.
    private mutating func goOnInOtherLog() {
        if let last = request.cursor.flatMap(Cursor.init) { lastOfOther = (last.seq, reached_at) }
        // A time that has yet to come is one of a clock that was put right since.
        if let time = reached_at, time > Clock.now.rfc3339 {
            reached_at = nil
            request.since_time = nil
        }
        // By the time: a copy of the log that was put back has events of long ago, too.
        let start = reached_at ?? request.since_time
        let place = start.map { "with what was stored since \(printable($0))" }
        Console.complain(
            "geofencectl: the daemon has another event log now; what the one before held after"
                + " the last event read from it may be missing. Going on"
                + " \(place ?? "from its beginning").\n")
        request.cursor = nil
        request.since_seq = start == nil ? 0 : nil
        request.since_time = start
    }
}
