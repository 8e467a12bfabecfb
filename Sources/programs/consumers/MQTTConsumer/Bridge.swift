internal import ConsumerFrame
internal import ControlClient
internal import ControlProtocol
internal import Glibc
internal import SystemServices

/// Sends events and states of the daemon to a broker, in one poll loop. Only connecting has a thread of its own.
public final class Bridge {
    private let broker: BrokerLink
    private let events: EventLane
    private let state: StateLane
    /// The messages at the end, which report that this device is gone.
    private let farewell: [Message]
    private var life = ServiceLife()

    /// Seconds for the last messages and the last acknowledgement.
    private static let farewell_s = 2.0

    /// Creates a bridge without connections.
    public init(_ settings: MQTTSettings, password: String?) {
        let topics = Topics(settings)
        let messages = EventMessages(
            settings: settings, topics: topics, start_s: Int64(Clocks.utc_s))
        let offline = Message(
            topic: topics.status, payload: Array("offline".utf8), isRetained: true)
        let lwt = settings.ownTracks.map { messages.ownTracksFarewell($0) }
        farewell = [offline] + [lwt].compactMap(\.self)
        // A connection has only one will.
        let will = settings.ownTracks?.hasWill == true ? lwt ?? offline : offline
        broker = BrokerLink(
            settings.broker, password: password, will: will, meter: MeteredLink(settings.traffic))
        events = EventLane(settings, messages)
        state = StateLane(settings, topics)
    }

    /// Runs until the stop descriptor is readable.
    public func run(stop: Int32) {
        ServiceNotice.tell("READY=1")
        while true {
            let now = Clocks.monotonic_s
            events.intake.work(now: now)
            state.connectIfDue(now: now)
            if broker.isConnectDue(now: now) { broker.connect() }
            state.send(to: broker, now: now)
            events.send(to: broker, now: now)
            handle(broker.work(canRead: false, canWrite: false), now)
            events.intake.work(now: now)
            if let error = broker.error { events.intake.report(error: error) }
            events.intake.report(waiting: reasonToWait(now))
            showLife(now)
            if wait(stop, now, broker.due_s(now: now)) { break }
        }
        close()
    }

    /// Waits for input, output or the next deadline and handles it. Returns whether the program is to stop.
    private func wait(_ stop: Int32, _ now: Double, _ brokerDue_s: Double) -> Bool {
        let intake = events.intake
        let polls = PollSet()
        let ofStop = polls.add(stop)
        let ofEvents = polls.add(
            intake.connection.descriptor, writes: intake.connection.wantsWrite)
        let ofState = polls.add(state.link.descriptor, writes: state.link.wantsWrite)
        let ofBroker = polls.add(broker.descriptor, writes: broker.wantsWrite)
        polls.wait(seconds: min(1, brokerDue_s, state.due_s(now: now)))
        let after = Clocks.monotonic_s
        if polls.canWrite(ofEvents) { intake.connection.flush() }
        if polls.canRead(ofEvents) { intake.read(now: after) }
        if polls.canWrite(ofState) { state.link.flush() }
        if polls.canRead(ofState) { state.read(now: after) }
        handle(
            broker.work(canRead: polls.canRead(ofBroker), canWrite: polls.canWrite(ofBroker)),
            after)
        return polls.canRead(ofStop)
    }

    private func handle(_ outcomes: [BrokerOutcome], _ now: Double) {
        for outcome in outcomes {
            switch outcome {
            case .connected:
                ServiceNotice.log(5, "connected to the broker")
                state.brokerConnected(broker, now: now)
            case .lost: events.restart(broker.error ?? "")
            case .lostAlone(.events(let cursor)): events.lostAlone(cursor)
            case .answered(.test(let id), _, let reason): events.answered(test: id, reason: reason)
            case .answered(.events(let cursor), let topic, let reason):
                events.answered(cursor, topic, reason: reason, by: broker, now: now)
            case .lostAlone, .answered(.withdrawn, _, _): break
            case .message(let topic, let payload, let isRetained):
                state.take(topic, payload, isRetained: isRetained, now: now)
            }
        }
    }

    /// The reason why events wait; nil where they do not wait.
    private func reasonToWait(_ now: Double) -> String? {
        let reasons = [events.reasonToWait(now: now), broker.reasonToWait].compactMap(\.self)
        return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
    }

    private func showLife(_ now: Double) {
        let line =
            (broker.error ?? (broker.isConnected ? "connected to the broker" : "connecting"))
            + (reasonToWait(now).map { "; waits: \($0)" } ?? "")
            + (events.intake.isSubscribed ? "" : "; the daemon does not send events")
        life.report(status: line, now: now)
    }

    /// Sends the last messages to the broker and the last acknowledgement to the daemon.
    private func close() {
        ServiceNotice.tell("STOPPING=1")
        let deadline_s = Clocks.monotonic_s + Self.farewell_s
        if broker.isConnected {
            for message in farewell { broker.send(message) }
            while broker.hasWaiting, Clocks.monotonic_s < deadline_s {
                var query = pollfd(fd: broker.descriptor, events: Int16(POLLIN), revents: 0)
                _ = unsafe poll(&query, 1, 100)
                handle(
                    broker.work(canRead: query.revents != 0, canWrite: true), Clocks.monotonic_s)
            }
        }
        broker.close()
        events.intake.acknowledgeLast(
            .after(seconds: deadline_s - Clocks.monotonic_s))
    }
}
