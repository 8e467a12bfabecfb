import ControlProtocol
import NIOCore

/// The events that one client gets: a cursor into the log, and never more in memory than the client
/// takes.
@Loop
final class EventStream {
    /// The subscription of the client; nil while it gets no events.
    private(set) var subscription: Subscription?

    /// Is called when a stream that does not follow is complete, or cannot be.
    var hasEnded: @Loop () -> Void = {}

    private let log: EventLog
    private let out: LineWriter
    private var serial = 0
    private var heartbeat: RepeatedTask?
    private var progress: LoopTimer?
    private var isClosed = false

    /// A stream that has not begun.
    init(of log: EventLog, to out: LineWriter) {
        self.log = log
        self.out = out
    }

    /// A number for the next subscription, unlike any before.
    func nextSerial() -> Int {
        serial += 1
        return serial
    }

    /// Begins a subscription, unless the client has closed: its begin may have had to be searched in the log.
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

    /// Ends, if it has begun.
    func end() {
        if let consumer = subscription?.consumer { consumer.leave() }
        subscription = nil
        heartbeat?.cancel()
        heartbeat = nil
        progress?.cancel()
        progress = nil
    }

    /// Sends an event that is not in the log.
    func send(test event: EventRecord) { out.send(Notification(.test, event)) }

    /// Ends with the reason why the client has to subscribe again, or not to.
    func displace(_ reason: Failure) {
        if let subscription { conclude(subscription, reason) }
    }

    /// Ends for good.
    func close() {
        isClosed = true
        end()
    }

    /// Whether the client has every event it wants, or does not take any more for now.
    var isDelivered: Bool {
        guard let subscription, out.takesMore, !subscription.isPaused else { return true }
        return subscription.epoch == log.bounds.epoch && subscription.next > log.bounds.head
    }

    /// Writes as many events as the client takes now. Each page is read only when the one before
    /// is on its way, so a client that does not read costs its cursor and nothing else.
    func pump() {
        guard var current = subscription, !current.isReading, !current.isPaused, out.takesMore
        else {
            return
        }
        if let place = current.shown { return show(after: place) }
        takeUpLog(&current)
        subscription = current
        guard current.next <= log.bounds.head || !current.follows else { return }
        current.isReading = true
        subscription = current
        let serial = current.serial
        log.read(from: current.next, current.filter, limit: Subscription.page) { [weak self] page in
            self?.take(page, serial: serial)
        }
    }

    /// Continues with the first event of a log that was created while the daemon runs. How many events of
    /// the log before it are missing is unknown.
    private func takeUpLog(_ subscription: inout Subscription) {
        guard subscription.epoch != log.bounds.epoch else { return }
        if !subscription.epoch.isEmpty {
            tellGap(subscription.next, subscription.next, "reset")
            subscription.next = 1
            subscription.reported = 0
        }
        subscription.epoch = log.bounds.epoch
    }

    /// Sends what of the snapshot comes behind a place, once what it shows is durable.
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

    /// Continues when the other clients have had a turn: a client may take parts as fast as they are made.
    private func goOn(_ serial: Int) {
        Loop.after(Self.turn) {
            guard self.subscription?.serial == serial else { return }
            self.subscription?.isReading = false
            self.pump()
        }
    }

    /// Until the loop has served its other connections; a timer without a wait would come before them.
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
            current.sent += entries.count
            current.next = next
            current.reported = entries.last?.seq ?? current.reported
        }
        subscription = current
        watchProgress(current)
        if current.epoch != log.bounds.epoch { return pump() }
        if case .unreadable(let reason) = page {
            // It may take days until the log can be read: only a client that follows waits for that.
            if !current.follows { conclude(current, Failure(.storageUnavailable, reason)) }
        } else if current.next <= log.bounds.head {
            pump()
        } else if !current.follows {
            conclude(current, nil)
        }
    }

    /// Reports that no more is sent, and the reason when there is more.
    private func conclude(_ subscription: Subscription, _ error: Failure?) {
        let cursor = Cursor(epoch: log.bounds.epoch, seq: subscription.next - 1)
        out.send(
            Notification(
                .end,
                StreamEnd(cursor: cursor.description, events: subscription.sent, error: error)))
        end()
        hasEnded()
    }

    /// Sends a consumer its progress from time to time while its filter passes no events, so that
    /// its cursor moves on.
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
