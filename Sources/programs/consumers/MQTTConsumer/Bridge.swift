internal import ConsumerFrame
internal import ControlProtocol
internal import Glibc

/// Takes events and states from the daemon to a broker: one poll loop. Only the connection is made on a thread
/// of its own.
public final class Bridge {
    private let broker: BrokerLink
    private let events: EventLane
    private let state: StateLane
    /// What is sent at the end, so that receivers learn that this device is gone.
    private let farewell: [Message]
    private var life = ServiceLife()

    /// Seconds for the daemon to take the last acknowledgement.
    private static let farewell_s = 2.0

    /// A bridge that does nothing yet.
    public init(_ settings: MQTTSettings, password: String?) {
        let topics = Topics(settings)
        let messages = EventMessages(
            settings: settings, topics: topics, start_s: Int64(Clocks.system_s))
        let offline = Message(
            topic: topics.status, payload: Array("offline".utf8), isRetained: true)
        let lwt = settings.ownTracks.map { messages.ownTracksFarewell($0) }
        farewell = [offline] + [lwt].compactMap(\.self)
        // A connection has one will.
        let will = settings.ownTracks?.hasWill == true ? lwt ?? offline : offline
        broker = BrokerLink(
            settings.broker, password: password, will: will, meter: MeteredLink(settings.traffic))
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
            if broker.isConnectDue(now: now) { broker.connect() }
            state.send(to: broker, now: now)
            events.send(to: broker, now: now)
            take(broker.work(canRead: false, canWrite: false), now)
            events.intake.acknowledge(now: now)
            if let error = broker.error { events.intake.report(error: error) }
            events.intake.report(waiting: broker.reasonToWait)
            showLife(now)
            if wait(stop, now, broker.due_s(now: now)) { break }
        }
        close()
    }

    /// Waits for anything to happen and takes it; returns whether it is time to stop.
    private func wait(_ stop: Int32, _ now: Double, _ brokerDue_s: Double) -> Bool {
        let intake = events.intake
        let reads = intake.wantsRead(now: now)
        let polls = PollSet()
        let ofStop = polls.add(stop)
        let ofEvents = polls.add(
            intake.link.descriptor, reads: reads, writes: intake.link.wantsWrite)
        let ofState = polls.add(state.link.descriptor, writes: state.link.wantsWrite)
        let ofBroker = polls.add(broker.descriptor, writes: broker.wantsWrite)
        polls.wait(seconds: min(1, brokerDue_s, state.due_s(now: now)))
        let after = Clocks.monotonic_s
        if polls.canWrite(ofEvents) { intake.link.flush() }
        if reads, polls.canRead(ofEvents) { intake.read(now: after) }
        if polls.canWrite(ofState) { state.link.flush() }
        if polls.canRead(ofState) { state.read(now: after) }
        take(
            broker.work(canRead: polls.canRead(ofBroker), canWrite: polls.canWrite(ofBroker)),
            after)
        return polls.canRead(ofStop)
    }

    private func take(_ outcomes: [BrokerLink.Outcome], _ now: Double) {
        for outcome in outcomes {
            switch outcome {
            case .connected:
                ServiceNotice.log(5, "connected to the broker")
                state.brokerConnected(broker, now: now)
            case .lost: events.restart(broker.error ?? "")
            case .lostAlone(.events(let cursor), let count): events.lost(with: cursor, count)
            case .lostAlone(.test, _): break
            case .answered(.test(let id), let reason): events.answered(test: id, reason: reason)
            case .answered(.events(let cursor), let reason):
                if !events.answered(cursor, reason: reason) {
                    return take(
                        broker.giveUp(
                            "the broker refuses \(cursor): \(MosquittoClient.reason(reason))"), now)
                }
            case .message(let topic, let payload, let isRetained):
                state.take(topic, payload, isRetained: isRetained, now: now)
            }
        }
    }

    private func showLife(_ now: Double) {
        let line =
            (broker.error ?? "connected to the broker")
            + (broker.reasonToWait.map { "; waits: \($0)" } ?? "")
            + (events.intake.isSubscribed ? "" : "; the daemon does not send events")
        life.report(status: line, now: now)
    }

    /// Ends so that the daemon knows how far the broker has come, and the broker that this device is gone.
    private func close() {
        ServiceNotice.tell("STOPPING=1")
        let deadline_s = Clocks.monotonic_s + Self.farewell_s
        if broker.isConnected {
            for message in farewell { broker.send(message) }
            while broker.hasWaiting, Clocks.monotonic_s < deadline_s {
                var query = pollfd(fd: broker.descriptor, events: Int16(POLLIN), revents: 0)
                _ = unsafe poll(&query, 1, 100)
                take(
                    broker.work(canRead: query.revents != 0, canWrite: true), Clocks.monotonic_s)
            }
        }
        broker.close()
        events.intake.acknowledgeLast(until: deadline_s)
    }
}
