internal import ConsumerFrame
internal import Consuming
internal import ControlClient
internal import ControlProtocol
internal import SystemServices

/// Follows the states of fences and the position, and sends the newest of both to the broker. What has changed several
/// times without a connection is sent once.
final class StateLane {
    /// Seconds for which the message of an exited fence is retained.
    private static let farewell_s = 60.0
    /// Seconds without the daemon after which nothing is known: longer than a restart of the daemon takes.
    private static let absence_s = 15.0

    private let settings: MQTTSettings
    private let topics: Topics
    private let states: FenceStates
    private var version = ""
    private var fix: FixRecord?
    private var isFixNew = false
    /// The fences that Home Assistant shows, and those of a list that is not complete.
    private var shown: [ShownFence] = []
    private var listed: [ShownFence] = []
    private var listRequest: RequestID?
    private var fixRequest: RequestID?
    private var isListKnown: Bool
    /// When everything is sent, because the broker or Home Assistant has started or entities have changed;
    /// monotonic seconds. Nil where only changes are sent.
    private var sendAll_s: Double?
    /// Whether the broker has the messages that the daemon is absent.
    private var isAbsenceSent = false
    /// The entities that Home Assistant knows, by key.
    private var known: [String: Discovery.Entity] = [:]
    /// Retained discovery messages in the form that is not configured.
    private var otherForm: Set<String> = []
    /// Topics of fences with a retained message that may be obsolete.
    private var found: Set<String> = []
    private var farewells: [(due_s: Double, key: FenceBoard.Key)] = []

    /// Creates a lane that is not connected.
    init(_ settings: MQTTSettings, _ topics: Topics) {
        self.settings = settings
        self.topics = topics
        states = FenceStates(
            socket: settings.socket,
            SubscribeRequest(monitors: settings.monitors, fences: settings.fences),
            maximumAge_s: settings.maximumAge_s, longestDelay_s: 60)
        isListKnown = settings.homeAssistant == nil
    }

    /// The connection to poll.
    var link: DaemonConnection { states.link }

    /// Connects when a try is due.
    func connectIfDue(now: Double) {
        switch states.connectIfDue(now: now) {
        case .none: break
        case .connected:
            list(after: nil)
            followPosition()
        case .subscribedAgain: list(after: nil)
        }
    }

    /// Seconds until the next call is due, at most one.
    func due_s(now: Double) -> Double { min(states.due_s(now: now) ?? 1, 1) }

    /// Reads what the daemon has sent.
    func read(now: Double) {
        guard let news = try? link.read() else { return states.fail() }
        for item in news {
            switch item {
            case .hello(let hello): version = hello.version
            case .response(let id, let line): take(answer: line, to: id)
            case .notification(let kind, let line): take(kind, line, now)
            }
        }
    }

    /// The broker has accepted the connection.
    func brokerConnected(_ broker: BrokerLink, now: Double) {
        sendAll_s = now
        isAbsenceSent = false
        found = []
        // The entities of removed fences are known before their states are: they are removed first.
        for pattern in discovery?.patterns ?? [] { broker.subscribe(pattern) }
        if let prefix = settings.homeAssistant?.prefix { broker.subscribe(prefix + "/status") }
        broker.subscribe(topics.fences + "#")
    }

    /// The broker has sent a message.
    func take(_ topic: String, _ payload: [UInt8], isRetained: Bool, now: Double) {
        if topic == settings.homeAssistant.map({ $0.prefix + "/status" }) {
            guard payload == Array("online".utf8), !isRetained else { return }
            // All devices receive it at the same time.
            sendAll_s = now + .random(in: 0...10)
        } else if isRetained, !payload.isEmpty {
            if topic.hasPrefix(topics.fences) {
                isAbsenceSent = false
                found.insert(topic)
            } else if let discovery {
                let entities = discovery.entities(in: topic, payload)
                if entities == nil { otherForm.insert(topic) }
                let isNew = (entities ?? [:]).contains { known[$0.key] == nil }
                known.merge(entities ?? [:]) { current, _ in current }
                if isNew || entities == nil { sendAll_s = now }
            }
        }
    }

    /// Sends the changes to the broker.
    func send(to broker: BrokerLink, now: Double) {
        guard broker.isConnected, broker.allows(.events) else { return }
        if let absent_s = states.absent_s, now - absent_s >= Self.absence_s {
            return sendAbsence(to: broker, now: now)
        }
        if let due_s = sendAll_s, now >= due_s, board.isKnown, isListKnown {
            sendAll_s = nil
            sendAll(to: broker, now: now)
            isFixNew = fix != nil
        }
        guard sendAll_s == nil else { return }
        if !found.isEmpty {
            for topic in found.subtracting(valid) { broker.send(.nothing(topic)) }
            found = []
        }
        let changed = states.takeChanged()
        if !changed.isEmpty {
            followPosition()
            send(changed, to: broker, now: now)
        }
        while let first = farewells.first, now >= first.due_s {
            farewells.removeFirst()
            guard board.states[first.key] == nil else { continue }
            let topic = topics.fence(first.key.monitor, first.key.fence)
            broker.send(.nothing(topic))
        }
        sendPosition(to: broker)
    }

    /// Requests the present position and, as often as configured, those that follow.
    private func followPosition() {
        guard let position = settings.position, link.isOpen else { return }
        fixRequest = link.request(
            .fixLast,
            FixQuery(
                source: position.source, follow: true, accepted: true,
                min_interval_s: position.interval_s, min_distance_m: position.distance_m))
    }

    private func sendPosition(to broker: BrokerLink) {
        guard let fix, isFixNew, broker.allows(.positions) else { return }
        isFixNew = false
        let positions = PositionMessages(settings: settings, topics: topics)
        for message in positions.messages(of: fix, inside: board.inside) {
            broker.send(message)
        }
    }

    private var board: FenceBoard { states.board }

    private var discovery: Discovery? {
        settings.homeAssistant.map {
            Discovery(settings: settings, homeAssistant: $0, topics: topics, version: version)
        }
    }

    private var shownKeys: Set<FenceBoard.Key> {
        Set(shown.map { FenceBoard.Key(monitor: $0.monitor, fence: $0.id) })
    }

    private var present: Set<FenceBoard.Key> { shownKeys.union(board.states.keys) }

    /// Sends the states of fences, and retains those of exited fences for a while.
    private func send(_ keys: Set<FenceBoard.Key>, to broker: BrokerLink, now: Double) {
        let present = present
        for key in keys {
            broker.send(message(of: key))
            if !present.contains(key) { farewells.append((now + Self.farewell_s, key)) }
        }
    }

    private func sendAll(to broker: BrokerLink, now: Double) {
        for topic in otherForm { broker.send(.nothing(topic)) }
        otherForm = []
        broker.send(status("online"))
        if let discovery {
            let (messages, entities) = discovery.messages(
                monitors: board.monitors, fences: shown, known: known)
            for message in messages { broker.send(message) }
            known = entities
        }
        send(present.union(states.takeChanged()), to: broker, now: now)
    }

    /// Sends once that the device is offline and the state of every fence unknown, because the daemon is absent.
    private func sendAbsence(to broker: BrokerLink, now: Double) {
        sendAll_s = sendAll_s ?? now
        guard !isAbsenceSent else { return }
        isAbsenceSent = true
        broker.send(status("offline"))
        for topic in valid.union(found) {
            broker.send(message(topic, state: "unknown", since: nil, seq: board.seq))
        }
    }

    /// The topics of fences whose retained messages are not obsolete.
    private var valid: Set<String> {
        Set(present.map { topics.fence($0.monitor, $0.fence) })
            .union(farewells.map { topics.fence($0.key.monitor, $0.key.fence) })
    }

    private func status(_ text: String) -> Message {
        Message(topic: topics.status, payload: Array(text.utf8), isRetained: true)
    }

    private func message(of key: FenceBoard.Key) -> Message {
        let state = board.state(of: key)
        return message(
            topics.fence(key.monitor, key.fence), state: state.word, since: state.since,
            seq: state.seq)
    }

    private func message(_ topic: String, state: String, since: String?, seq: Int64) -> Message {
        .json(
            topic,
            .object([
                "state": .string(state), "since": since.map { .string($0) } ?? .null,
                "seq": .integer(seq),
            ]), isRetained: true)
    }
}

extension StateLane {
    private func list(after place: FencePlace?) {
        guard settings.homeAssistant != nil else { return }
        if place == nil { listed = [] }
        listRequest = link.request(.fenceList, FenceQuery(after: place))
    }

    private func take(answer line: [UInt8], to id: RequestID) {
        if id == listRequest,
            case .result(let list, _)? = try? Wire.value(Response<FenceList>.self, from: line)
        {
            take(list)
        } else if id == fixRequest,
            case .result(let list, _)? = try? Wire.value(Response<FixList>.self, from: line),
            let newest = list.fixes.max(by: { ($0.age_s ?? 0) > ($1.age_s ?? 0) })
        {
            (fix, isFixNew) = (newest, true)
        }
    }

    private func take(_ list: FenceList) {
        let patterns = settings.homeAssistant?.fences ?? []
        for fence in list.fences {
            guard let monitor = fence.monitor,
                settings.monitors?.contains(monitor) ?? true,
                settings.fences?.contains(fence.id) ?? true,
                patterns.contains(where: { fence.id.fits($0) })
            else { continue }
            listed.append(ShownFence(monitor: monitor, id: fence.id, name: fence.name))
        }
        if let next = list.next, listed.count <= Discovery.fences { return self.list(after: next) }
        if listed.count > Discovery.fences {
            ServiceNotice.log(
                4,
                "Home Assistant is shown the first \(Discovery.fences) fences; choose them with "
                    + "home_assistant.fences")
        }
        let news = Array(listed.prefix(Discovery.fences))
        if isListKnown, news != shown { sendAll_s = sendAll_s ?? Clocks.monotonic_s }
        shown = news
        isListKnown = true
    }

    private func take(_ kind: NotificationKind, _ line: [UInt8], _ now: Double) {
        guard kind == .fix else {
            let before = board.monitors
            states.take(kind, line, now: now)
            if board.monitors != before { sendAll_s = sendAll_s ?? now }
            return
        }
        guard let news = try? Wire.value(Notification<FixRecord>.self, from: line).params else {
            return
        }
        (fix, isFixNew) = (news, true)
    }
}
