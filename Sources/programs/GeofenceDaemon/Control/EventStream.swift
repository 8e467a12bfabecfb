import ControlProtocol
import NIOCore

/// The event stream of one client. Holds a cursor into the log, and at most as many events as the client can
/// take now.
@Loop
final class EventStream {
    /// The subscription of the client; nil while it gets no events.
    private(set) var subscription: Subscription?

    /// Called when the stream has ended by itself: it is complete, cannot be read, or was displaced.
    var hasEnded: @Loop () -> Void = {}

    private let log: EventLog
    private let out: LineWriter
    private var serial = 0
    private var heartbeat: RepeatedTask?
    private var progress: LoopTimer?
    private var isClosed = false

    /// Creates a stream without a subscription.
    init(of log: EventLog, to out: LineWriter) {
        self.log = log
        self.out = out
    }

    /// Returns a number for the next subscription that no earlier one had.
    func nextSerial() -> Int {
        serial += 1
        return serial
    }

    /// Begins a subscription, unless the client has closed while its first event was searched in the log.
    func begin(_ subscription: Subscription) {
        guard !isClosed else { return }
        self.subscription = subscription
        self.subscription?.epoch = log.bounds.epoch
        self.subscription?.reported = subscription.next - 1
        if subscription.isAfterOtherLog {
            tellGap(subscription.next, subscription.next, "reset")
        }
        guard subscription.follows else { return pump() }
        let period = TimeAmount.seconds(Int64(Limits.heartbeat_s))
        heartbeat = Loop.eventLoop.scheduleRepeatedTask(initialDelay: period, delay: period) { _ in
            Loop.assume { self.beat() }
        }
        pump()
    }

    /// Ends the subscription, if there is one, without a notification.
    func end() {
        if let consumer = subscription?.consumer { consumer.leave() }
        subscription = nil
        heartbeat?.cancel()
        heartbeat = nil
        progress?.cancel()
        progress = nil
    }

    /// Continues after the client has acknowledged the events up to a number.
    func acknowledged(upTo seq: Int64) {
        subscription?.acknowledge(upTo: seq)
        pump()
    }

    /// Sends a test event, which is not in the log.
    func send(test event: EventRecord) { out.send(Notification(.test, event)) }

    /// Ends the subscription and sends the client the reason, whose hint may be to subscribe again.
    func displace(_ reason: Failure) {
        if let subscription { conclude(subscription, reason) }
    }

    /// Ends the stream for good.
    func close() {
        isClosed = true
        end()
    }

    /// Whether the client was sent every event that it wants. Also true while it takes no more of them.
    var isDelivered: Bool {
        guard let subscription, out.takesMore, !subscription.isPaused, subscription.room > 0 else {
            return true
        }
        return subscription.epoch == log.bounds.epoch && subscription.next > log.bounds.head
    }

    /// Sends as many events as the client takes now. Reads a page only after the previous one was written, so
    /// a client that does not read costs the memory of a cursor and no more.
    func pump() {
        guard var current = subscription, !current.isReading, !current.isPaused, out.takesMore
        else { return }
        if let place = current.shown { return show(after: place) }
        takeUpLog(&current)
        subscription = current
        guard current.next <= log.bounds.head || !current.follows, current.room > 0 else { return }
        current.isReading = true
        subscription = current
        let serial = current.serial
        log.read(from: current.next, current.filter, limit: current.room) { [weak self] page in
            self?.take(page, serial: serial)
        }
    }

    /// Continues with the first event of a log that was created while the daemon runs. The number of missing
    /// events of the previous log is unknown.
    private func takeUpLog(_ subscription: inout Subscription) {
        guard subscription.epoch != log.bounds.epoch else { return }
        if !subscription.epoch.isEmpty {
            tellGap(subscription.next, subscription.next, "reset")
            subscription.next = 1
            subscription.reported = 0
            subscription.forgetUnacknowledged()
        }
        subscription.epoch = log.bounds.epoch
    }

    /// Sends the part of the snapshot after a place, once the state in it is durable.
    private func show(after place: FencePlace) {
        guard let serial = subscription?.serial, var snapshot = subscription?.show(place) else {
            return
        }
        subscription?.isReading = true
        log.whenSettled { [self] in
            guard subscription?.serial == serial else { return }
            snapshot.seq = log.levelSeq
            out.send(Notification(.snapshot, snapshot))
            subscription?.shown = snapshot.next
            goOn(serial)
        }
    }

    /// Continues after the other clients had a turn: a client may read parts as fast as they are made.
    private func goOn(_ serial: Int) {
        Loop.after(Self.turn) {
            guard self.subscription?.serial == serial else { return }
            self.subscription?.isReading = false
            self.pump()
        }
    }

    /// The delay in which the loop serves its other connections; a timer without delay would fire first.
    private static let turn = TimeAmount.milliseconds(1)

    private func take(_ page: EventLog.Page, serial: Int) {
        guard var current = subscription, current.serial == serial else { return }
        current.isReading = false
        switch page {
        case .expired(let first):
            tellGap(current.next, first - 1, "expired")
            current.next = first
            current.reported = first - 1
        case .unreadable: break
        case .events(let entries, let next):
            out.send(lines: entries.map { Notification<EventRecord>.line(aroundRecord: $0.record) })
            current.count(sent: entries)
            current.next = next
            current.reported = entries.last?.seq ?? current.reported
        }
        subscription = current
        watchProgress(current)
        if current.epoch != log.bounds.epoch { return pump() }
        if case .unreadable(let reason) = page {
            // It may take days until the log can be read again; only a client that follows waits for that.
            if !current.follows { conclude(current, Failure(.storageUnavailable, reason)) }
        } else if current.next <= log.bounds.head {
            pump()
        } else if !current.follows {
            conclude(current, nil)
        }
    }

    /// Ends the subscription and sends its last cursor, with an error unless the stream is complete.
    private func conclude(_ subscription: Subscription, _ error: Failure?) {
        let cursor = Cursor(epoch: log.bounds.epoch, seq: subscription.next - 1)
        out.send(
            Notification(
                .end,
                StreamEnd(cursor: cursor.description, events: subscription.sent, error: error)))
        end()
        hasEnded()
    }

    /// Schedules a progress notification for a consumer whose filter passes no events, so that its cursor
    /// advances.
    private func watchProgress(_ current: Subscription) {
        guard current.consumer != nil, current.reported < current.next - 1, progress == nil else {
            return
        }
        progress = Loop.after(Self.progressPeriod) { [weak self] in self?.tellProgress() }
    }

    private func tellProgress() {
        progress = nil
        guard let current = subscription, current.reported < current.next - 1 else { return }
        subscription?.reported = current.next - 1
        let cursor = Cursor(epoch: current.epoch, seq: current.next - 1)
        out.send(Notification(.progress, Progress(cursor: cursor.description)))
    }

    private static let progressPeriod = TimeAmount.nanoseconds(Int64(Limits.progress_s * 1e9))

    private func tellGap(_ from: Int64, _ to: Int64, _ reason: String) {
        out.send(Notification(.gap, Gap(from_seq: from, to_seq: to, reason: reason)))
    }

    private func beat() {
        guard out.takesMore else { return }
        let head = Cursor(epoch: log.bounds.epoch, seq: log.bounds.head)
        out.send(
            Notification(
                .heartbeat, Heartbeat(head: head.description, time: WallClock.rfc3339())))
    }
}
