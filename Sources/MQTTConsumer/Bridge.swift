internal import ConsumerFrame
internal import ControlProtocol
internal import Glibc

/// Takes events and states from the daemon to a broker: one thread, one poll loop.
public final class Bridge {
    private let broker: BrokerLink
    private let events: EventLane
    private let state: StateLane
    private let topics: Topics
    private var statusLine = ""
    private var watchdog_s = -Double.infinity

    /// Seconds between two signs of life for systemd.
    private static let watchdogPeriod_s = 10.0
    /// Seconds for the daemon to take the last acknowledgement.
    private static let farewell_s = 2.0

    /// A bridge that does nothing yet.
    public init(_ settings: MQTTSettings, password: String?) {
        topics = Topics(settings)
        let will = Message(topic: topics.status, payload: Array("offline".utf8), isRetained: true)
        broker = BrokerLink(settings.broker, password: password, will: will)
        let messages = EventMessages(
            settings: settings, topics: topics, start_s: Int64(Clocks.system_s))
        events = EventLane(settings, messages)
        state = StateLane(settings, topics)
    }

    /// Works until the stop descriptor can be read.
    public func run(stop: Int32) {
        ServiceNotice.tell("READY=1")
        while true {
            let now = Clocks.monotonic_s
            events.intake.connectIfDue(now: now)
            state.connectIfDue(now: now)
            broker.connectIfDue(now: now)
            state.send(to: broker, now: now)
            events.send(to: broker, now: now)
            take(broker.work(canRead: false, canWrite: false), now)
            events.intake.acknowledge(now: now)
            events.intake.report(error: broker.error)
            showLife(now)
            if wait(stop, now) { break }
        }
        close()
    }

    /// Waits for anything to happen and takes it; says whether it is time to stop.
    private func wait(_ stop: Int32, _ now: Double) -> Bool {
        func query(_ descriptor: Int32, _ read: Bool, _ write: Bool) -> pollfd {
            let events = (read ? POLLIN : 0) | (write ? POLLOUT : 0)
            return pollfd(fd: descriptor, events: Int16(events), revents: 0)
        }
        let intake = events.intake
        var queries = [
            query(stop, true, false),
            query(intake.link.descriptor, intake.wantsRead(now: now), intake.link.wantsWrite),
            query(state.link.descriptor, true, state.link.wantsWrite),
            query(broker.descriptor, true, broker.wantsWrite),
        ]
        let due_s = min(1, broker.due_s(now: now), state.due_s(now: now))
        _ = unsafe poll(&queries, 4, Int32((due_s * 1000).rounded(.up)))
        let after = Clocks.monotonic_s
        func can(_ index: Int, _ what: Int32) -> Bool {
            Int32(queries[index].revents) & (what | POLLERR | POLLHUP) != 0
        }
        if can(1, POLLOUT) { intake.link.flush() }
        // poll reports the end of a connection even where no input is asked for: unread, it would
        // wake the loop again at once.
        if can(1, POLLIN) { intake.read(now: after) }
        if can(2, POLLOUT) { state.link.flush() }
        if can(2, POLLIN) { state.read(now: after) }
        take(broker.work(canRead: can(3, POLLIN), canWrite: can(3, POLLOUT)), after)
        return can(0, POLLIN)
    }

    private func take(_ outcomes: [BrokerLink.Outcome], _ now: Double) {
        for outcome in outcomes {
            switch outcome {
            case .connected:
                ServiceNotice.log(5, "connected to the broker")
                state.brokerConnected(broker, now: now)
            case .lost: events.intake.restart()
            case .answered(let cursor, let reason):
                if let refusal = events.answered(cursor, reason: reason) {
                    return take(broker.giveUp(refusal), now)
                }
            case .message(let topic, let payload, let isRetained):
                state.take(topic, payload, isRetained: isRetained, now: now)
            }
        }
    }

    private func showLife(_ now: Double) {
        if now - watchdog_s >= Self.watchdogPeriod_s {
            watchdog_s = now
            ServiceNotice.tell("WATCHDOG=1")
        }
        let line =
            (broker.error ?? "connected to the broker")
            + (events.intake.isSubscribed ? "" : "; the daemon does not send events")
        if line != statusLine { ServiceNotice.tell("STATUS=" + line) }
        statusLine = line
    }

    /// Ends in order: the daemon knows how far the broker has come, and the broker that this device is gone.
    private func close() {
        ServiceNotice.tell("STOPPING=1")
        let deadline = Clocks.monotonic_s + Self.farewell_s
        if broker.isConnected {
            broker.send(
                Message(topic: topics.status, payload: Array("offline".utf8), isRetained: true))
            while broker.hasWaiting, Clocks.monotonic_s < deadline {
                var query = pollfd(fd: broker.descriptor, events: Int16(POLLIN), revents: 0)
                _ = unsafe poll(&query, 1, 100)
                take(
                    broker.work(canRead: query.revents != 0, canWrite: true), Clocks.monotonic_s)
            }
            broker.close()
        }
        events.intake.acknowledgeLast(until: deadline)
    }
}
