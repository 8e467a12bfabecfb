internal import ConsumerFrame
internal import Consuming
internal import ControlClient
internal import ControlProtocol
internal import SystemServices

/// The events of one endpoint: one post at a time, in the order of the log.
final class EndpointLane {
    /// How often an event is sent that the receiver refuses.
    private static let tries = 3

    private struct Outgoing {
        var post: Post
        var batch: EventBatches.Batch
    }

    let intake: ConsumerStream
    let meter: MeteredLink
    private let name: String
    private let maker: PostMaker
    private let maximumAge_s: Double?
    private var batches: EventBatches
    private var retry: RetryTable
    private var current: Outgoing?
    private(set) var isInFlight = false
    /// The id of the test event that is in flight; nil for an event of the log.
    private var test: String?
    /// The generation of the intake that `current` and `batches` are of.
    private var generation = 0
    private var refused: (id: String, count: Int) = ("", 0)
    private(set) var nextTry_s = -Double.infinity
    private var oldest = OldestUnanswered()
    /// Why the endpoint receives no events now; nil where it does.
    private(set) var error: String?
    /// The reason in the journal, without the figures that differ from try to try.
    private var logged = ""
    private var isGone = false

    init(_ settings: WebhookSettings, _ endpoint: WebhookSettings.Endpoint) {
        let request = SubscribeRequest(
            consumer: endpoint.consumer, types: endpoint.types, monitors: endpoint.monitors,
            fences: endpoint.fences)
        intake = ConsumerStream(
            socket: settings.socket, request,
            window: ConsumerStream.usualWindow + endpoint.traffic.batch, takesTests: true)
        name = endpoint.name
        maximumAge_s = endpoint.maximumAge_s
        meter = MeteredLink(endpoint.traffic, name: endpoint.name)
        batches = EventBatches(maximum: endpoint.traffic.batch)
        maker = PostMaker(
            endpoint: endpoint, device: settings.device, machine: Machine.name,
            start_s: Int64(Clocks.utc_s))
        retry = RetryTable(longest_s: endpoint.retryLongest_s)
    }

    /// Whether `begin` may give a post now.
    func hasWork(now: Double) -> Bool {
        !isInFlight && maySend(now)
            && (current != nil || batches.hasPending || intake.hasWaiting)
    }

    private func maySend(_ now: Double) -> Bool {
        !isGone && now >= nextTry_s && meter.allows(.events)
    }

    /// Returns the post to begin now; nil where none is due.
    func begin(now: Double) -> Post? {
        guard !isInFlight else { return nil }
        if generation != intake.generation {
            // The daemon sends it again.
            current = nil
            batches.forgetPending()
            generation = intake.generation
        }
        if let post = nextTest() {
            (test, isInFlight) = (post.id, true)
            return post
        }
        guard maySend(now) else { return nil }
        if let outgoing = current, isTooOld(outgoing.batch) { skip(outgoing) }
        if current == nil { current = nextOutgoing(now) }
        guard let current else { return nil }
        isInFlight = true
        oldest.set(current.post.id, now: now, system_s: Clocks.utc_s)
        return current.post
    }

    /// The post has ended.
    func end(_ outcome: TryOutcome, now: Double) {
        isInFlight = false
        if let id = test {
            test = nil
            return end(test: id, outcome)
        }
        guard let outgoing = current else { return }
        // After a lost connection the daemon sends the event again, which counts then.
        guard generation == intake.generation else {
            current = nil
            return
        }
        switch Verdict(outcome) {
        case .delivered:
            if error != nil { ServiceNotice.log(5, "\(name): delivers again") }
            finish(outgoing)
        case .gone:
            isGone = true
            set(error: "the receiver answers 410 (gone): nothing is sent to it until a restart")
        case .retried: wait(after: outcome, now)
        case .refused where outgoing.batch.cursors.count > 1: split(outgoing, outcome)
        case .refused:
            if refused.id != outgoing.post.id { refused = (outgoing.post.id, 0) }
            refused.count += 1
            guard refused.count < Self.tries else {
                let reason = Self.text(outcome)
                for cursor in outgoing.batch.cursors { intake.park(cursor, reason) }
                return finish(outgoing)
            }
            wait(after: outcome, now)
        }
    }

    /// The reason why events wait; nil where they do not wait.
    func reasonToWait(now: Double) -> String? {
        if isGone { return nil }
        let reasons = [oldest.reason("receiver", now: now), meter.reasonToWait]
        return reasons.compactMap(\.self).first
    }

    /// The line of the endpoint in the status of the service.
    func status(now: Double) -> String {
        name + ": " + (error ?? (intake.isSubscribed ? "ready" : "no events from the daemon"))
            + (reasonToWait(now: now).map { ", waits: \($0)" } ?? "")
    }

    /// The next test event; those that the format has no form for are answered at once.
    private func nextTest() -> Post? {
        while let taken = intake.nextTest() {
            if let post = maker.post(of: taken) { return post }
            intake.end(test: taken.event.event_id, error: "Its format has no form for test events.")
        }
        return nil
    }

    /// Ends a test event. Its failure does not delay the event that waits; its delivery shows that the
    /// receiver is ready for that event.
    private func end(test id: String, _ outcome: TryOutcome) {
        guard Verdict(outcome) == .delivered else {
            return intake.end(test: id, error: "It was not delivered: \(Self.text(outcome)).")
        }
        intake.end(test: id, error: nil)
        nextTry_s = -.infinity
    }

    private func nextOutgoing(_ now: Double) -> Outgoing? {
        while let batch = batches.next({ intake.next() }) {
            let post =
                switch batch {
                case .events(let events): maker.post(of: events.map(\.0))
                case .gap(let record, _): maker.post(of: record, epoch: intake.epoch ?? "")
                }
            if let post, !isTooOld(batch) { return Outgoing(post: post, batch: batch) }
            for cursor in batch.cursors { intake.finish(cursor) }
        }
        return nil
    }

    /// Whether every event of a batch is older than the endpoint accepts. A gap has no age.
    private func isTooOld(_ batch: EventBatches.Batch) -> Bool {
        guard let limit_s = maximumAge_s, case .events(let events) = batch else { return false }
        return events.allSatisfy { $0.0.event.age_s(now_s: Clocks.utc_s) > limit_s }
    }

    private func skip(_ outgoing: Outgoing) {
        ServiceNotice.log(5, "\(name): skipped \(outgoing.post.id), which is older than max_age_s")
        finish(outgoing)
    }

    /// Sends the events of a batch one by one, so that only those are parked that are refused alone.
    private func split(_ outgoing: Outgoing, _ outcome: TryOutcome) {
        batches.split(outgoing.batch)
        current = nil
        let general = "\(Self.text(outcome)) to events together: they are sent one by one"
        set(error: "\(general), \(outgoing.post.id)", general: general)
    }

    private func finish(_ outgoing: Outgoing) {
        for cursor in outgoing.batch.cursors { intake.finish(cursor) }
        current = nil
        oldest = OldestUnanswered()
        error = nil
        logged = ""
        nextTry_s = -.infinity
        refused = ("", 0)
        retry.reset()
    }

    private func wait(after outcome: TryOutcome, _ now: Double) {
        let seconds = retry.next(after: outcome)
        nextTry_s = now + seconds
        let text = Self.text(outcome)
        // libcurl writes after how many milliseconds a connection has failed.
        let general = if case .failed = outcome { text.filter { !$0.isNumber } } else { text }
        set(error: text, general: general, next_s: seconds)
    }

    private func set(error reason: String, general: String? = nil, next_s: Double? = nil) {
        let general = general ?? reason
        error = reason + (next_s.map { "; next try in \(Int($0.rounded(.up))) s" } ?? "")
        if general != logged { ServiceNotice.log(4, "\(name): \(error ?? reason)") }
        logged = general
    }

    private static func text(_ outcome: TryOutcome) -> String {
        switch outcome {
        case .failed(let reason): reason
        case .answered(let status, _): "the receiver answers \(status)"
        }
    }
}
