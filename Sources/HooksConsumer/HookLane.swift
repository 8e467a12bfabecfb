internal import ConsumerFrame
internal import Consuming
internal import ControlProtocol

/// Takes events from the daemon and makes jobs of them; an event is acknowledged when its jobs and all events
/// before it are done.
final class HookLane {
    /// Jobs that wait: what does not fit waits in the daemon. A fence whose hook hangs leaves that much room to
    /// the others.
    private static let waitingMaximum = 1024
    /// As many as a report may have.
    private static let unreportedMaximum = Limits.parkedEvents

    private let settings: HookSettings
    let link: DaemonLink
    private var queue: RunQueue
    private var outbox = Outbox()
    /// Jobs of an event that are not done.
    private var open: [Cursor: Int] = [:]
    private var lastNumber = 0
    private var subscription: RequestID?
    private(set) var isSubscribed = false
    /// The last event that was taken.
    private var newest: Cursor?
    private var epoch: String?
    /// The number of the first job that counts: the events of earlier ones come again.
    private var firstNumber = 1
    /// Given up while the daemon was not connected; the newest are reported.
    private var unreported: [ParkedEvent] = []
    private var sent: Cursor?
    private var lastSent_s = 0.0
    private var nextOpen_s = 0.0
    private var delay = RetryDelay(first_s: 0.5, longest_s: 30)
    private var problems: Set<String> = []

    /// A lane that is not connected.
    init(_ settings: HookSettings) {
        self.settings = settings
        link = DaemonLink(path: settings.socket)
        queue = RunQueue(jobs: settings.jobs)
    }

    /// Whether more is read from the daemon.
    var wantsRead: Bool { queue.count < Self.waitingMaximum }

    /// Seconds until a job may start.
    func due_s(now: Double) -> Double? { queue.due_s(now: now) }

    /// The next job that may start.
    func next(now: Double) -> HookJob? { queue.next(now: now) }

    /// Connects when it is time for that.
    func connectIfDue(now: Double) {
        guard !link.isOpen, now >= nextOpen_s else { return }
        if let reason = link.open() { return fail("the daemon cannot be reached: \(reason)") }
        var request = SubscribeRequest()
        request.consumer = settings.consumer
        subscription = link.request(.eventsSubscribe, request)
    }

    /// Reads what the daemon has sent.
    func read() {
        guard let lines = link.read() else { return fail("the daemon has closed the connection") }
        for line in lines {
            switch line {
            case .hello: break
            case .response(let id, let bytes):
                if id == subscription { take(answer: bytes) }
            case .notification(let kind, let bytes): take(kind, bytes)
            }
            guard link.isOpen else { return }
        }
    }

    /// A job is done, or given up for a reason.
    func finish(_ job: HookJob, givenUp reason: String? = nil) {
        queue.finish(job)
        if let reason {
            let words = "hook \(job.hook.name): \(reason)"
            ServiceNotice.log(4, "event \(job.cursor): \(words)")
            unreported.append(
                ParkedEvent(event_id: job.cursor.description, reason: words.short))
            unreported = unreported.suffix(Self.unreportedMaximum)
            reportParked()
        }
        guard job.number >= firstNumber else { return }
        let count = open[job.cursor, default: 1] - 1
        open[job.cursor] = count > 0 ? count : nil
        if count <= 0 { outbox.finish(job.cursor) }
    }

    /// A job starts again later.
    func retry(_ job: HookJob, at notBefore_s: Double) { queue.retry(job, at: notBefore_s) }

    /// Sends the daemon the cursor, at most once a second.
    func acknowledge(now: Double) {
        guard isSubscribed, now - lastSent_s >= Limits.progress_s, let cursor = outbox.acknowledged,
            cursor != sent
        else { return }
        sent = cursor
        lastSent_s = now
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

    private func reportParked() {
        guard isSubscribed, let last = unreported.last else { return }
        link.notify(
            .consumerAcknowledge,
            ConsumerAcknowledgement(
                consumer: settings.consumer, parked: unreported, error: last.reason))
        unreported = []
    }

    private func take(answer line: [UInt8]) {
        switch try? Wire.value(Response<Subscribed>.self, from: line) {
        case .failure(let failure, _)?:
            fail(failure.message + (failure.data?.hint.map { " " + $0 } ?? ""))
        case .result(let subscribed, _)?:
            delay.reset()
            isSubscribed = true
            sent = nil
            epoch = subscribed.epoch
            if newest?.epoch != subscribed.epoch { resetAcknowledgement() }
            reportParked()
        case nil: fail("the daemon has sent what this version cannot read")
        }
    }

    private func take(_ kind: NotificationKind, _ line: [UInt8]) {
        switch kind {
        case .event:
            guard let taken = TakenEvent(line: line), let cursor = taken.cursor else { return }
            // It waits, runs or has run since before the connection was lost.
            if let newest, newest.epoch == cursor.epoch, cursor.seq <= newest.seq { return }
            newest = cursor
            take(taken, cursor)
        case .gap:
            guard let gap = try? Wire.value(Notification<Gap>.self, from: line).params else {
                return
            }
            ServiceNotice.log(
                4, "events \(gap.from_seq) to \(gap.to_seq) are lost (\(gap.reason))")
            if gap.reason == "reset" { resetAcknowledgement() }
            pass(gap)
        case .end:
            let end = try? Wire.value(Notification<StreamEnd>.self, from: line).params
            // The consumer may have been rewound, or another program has it: its events come again.
            queue.dropWaiting()
            resetAcknowledgement()
            fail(end?.error?.message ?? "the daemon has ended the stream")
        case .progress, .hello, .snapshot, .heartbeat, .fix, .raw: break
        }
    }

    /// Runs the hooks for a gap as for an event of that type.
    private func pass(_ gap: Gap) {
        // Of a new log it is the place before its first event.
        let seq = gap.reason == "reset" ? gap.to_seq - 1 : gap.to_seq
        guard let epoch else { return }
        let cursor = Cursor(epoch: epoch, seq: seq)
        let record = GapRecord(gap)
        let members: [String: JSONValue] = [
            "event_id": .string(cursor.description), "seq": .integer(seq),
            "type": .string(record.type), "from_seq": .integer(record.from_seq),
            "to_seq": .integer(record.to_seq), "reason": .string(record.reason),
        ]
        let line = Notification.line(aroundRecord: Wire.line(JSONValue.object(members)))
        if let taken = TakenEvent(line: line) { take(taken, cursor) }
    }

    private func take(_ taken: TakenEvent, _ cursor: Cursor) {
        let event = taken.event
        let (programs, problems) = settings.directory.hooks(of: event.type)
        for problem in problems where self.problems.insert(problem).inserted {
            ServiceNotice.log(3, problem)
        }
        let hooks = settings.hooks.filter { $0.matches(event) } + programs
        guard !hooks.isEmpty else { return outbox.pass(cursor) }
        outbox.take(cursor)
        open[cursor] = hooks.count
        for hook in hooks {
            lastNumber += 1
            queue.add(HookJob(number: lastNumber, hook: hook, taken: taken, cursor: cursor))
        }
    }

    /// Acknowledges from here on, as of another place in the log or another log. Jobs that there are run to
    /// their end, but nothing is acknowledged for them.
    private func resetAcknowledgement() {
        firstNumber = lastNumber + 1
        outbox = Outbox()
        open = [:]
        newest = nil
    }

    private func fail(_ reason: String) {
        ServiceNotice.log(4, reason)
        link.close()
        isSubscribed = false
        subscription = nil
        nextOpen_s = Clocks.monotonic_s + delay.next()
    }
}

extension String {
    /// As much as the daemon takes as the error of a consumer.
    fileprivate var short: String {
        var text = self
        while text.utf8.count > Limits.consumerError_bytes { text.removeLast() }
        return text
    }
}
