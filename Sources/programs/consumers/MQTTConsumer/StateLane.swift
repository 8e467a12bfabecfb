internal import ConsumerFrame
internal import Consuming
internal import ControlProtocol

/// Follows the state of fences and the position, and sends the newest of both to the broker: what
/// changed while the broker was away is sent once, as it is then.
final class StateLane {
    /// Seconds for which a fence that was left keeps its message.
    private static let farewell_s = 60.0

    private let settings: MQTTSettings
    private let topics: Topics
    private let states: FenceStates
    private var version = ""
    private var fix: FixRecord?
    private var isFixNew = false
    /// Fences that Home Assistant shows, and those of a list that is not complete.
    private var shown: [ShownFence] = []
    private var listed: [ShownFence] = []
    private var listRequest: RequestID?
    private var fixRequest: RequestID?
    private var isListKnown: Bool
    /// Whether everything is to be sent, because the broker or Home Assistant has started.
    private var mustTellAll = false
    private var tellAll_s = 0.0
    /// Retained messages that are there and may be out of date.
    private var found: Set<String> = []
    private var farewells: [(due_s: Double, key: FenceBoard.Key)] = []

    /// A lane that is not connected.
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
    var link: DaemonLink { states.link }

    /// Connects when it is time for that.
    func connectIfDue(now: Double) {
        switch states.connectIfDue(now: now) {
        case .none: break
        case .connected:
            list(after: nil)
            followPosition()
        case .subscribedAgain: list(after: nil)
        }
    }

    /// Seconds until it is to be called again, at most one.
    func due_s(now: Double) -> Double { min(states.due_s(now: now) ?? 1, 1) }

    /// Reads what the daemon has sent.
    func read(now: Double) {
        guard let news = link.read() else { return states.fail() }
        for item in news {
            switch item {
            case .hello(let hello): version = hello.version
            case .response(let id, let line): take(answer: line, to: id)
            case .notification(let kind, let line): take(kind, line, now)
            }
        }
    }

    /// The broker has taken the connection.
    func brokerConnected(_ broker: BrokerLink, now: Double) {
        mustTellAll = true
        tellAll_s = now
        found = []
        broker.subscribe(topics.allFences)
        guard let homeAssistant = settings.homeAssistant else { return }
        broker.subscribe(homeAssistant.prefix + "/status")
        for pattern in discovery?.patterns ?? [] { broker.subscribe(pattern) }
    }

    /// The broker has sent a message.
    func take(_ topic: String, _ payload: [UInt8], isRetained: Bool, now: Double) {
        if topic == settings.homeAssistant.map({ $0.prefix + "/status" }) {
            guard payload == Array("online".utf8), !isRetained else { return }
            mustTellAll = true
            // Many devices hear of it at once.
            tellAll_s = now + .random(in: 0...10)
        } else if isRetained, !payload.isEmpty {
            found.insert(topic)
        }
    }

    /// Sends the changes to the broker.
    func send(to broker: BrokerLink, now: Double) {
        guard broker.isConnected, broker.allows(.events) else { return }
        if mustTellAll, now >= tellAll_s, board.isKnown, isListKnown {
            mustTellAll = false
            _ = states.takeChanged()
            for message in all { broker.send(message) }
            isFixNew = fix != nil
        }
        guard !mustTellAll else { return }
        if !found.isEmpty {
            for topic in found.subtracting(valid) { broker.send(.nothing(topic)) }
            found = []
        }
        let changed = states.takeChanged()
        if !changed.isEmpty {
            followPosition()
            let isShown = shownKeys
            for key in changed {
                broker.send(message(of: key))
                if board.states[key] == nil, !isShown.contains(key) {
                    farewells.append((now + Self.farewell_s, key))
                }
            }
        }
        while let first = farewells.first, now >= first.due_s {
            farewells.removeFirst()
            guard board.states[first.key] == nil else { continue }
            let topic = topics.fence(first.key.monitor, first.key.fence)
            broker.send(.nothing(topic))
        }
        sendPosition(to: broker)
    }

    /// Asks for the position of now, and for those to come as often as they are wanted.
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

    private var discoveryMessages: [Message] {
        discovery?.messages(monitors: board.monitors, fences: shown) ?? []
    }

    private var shownKeys: Set<FenceBoard.Key> {
        Set(shown.map { FenceBoard.Key(monitor: $0.monitor, fence: $0.id) })
    }

    private var present: Set<FenceBoard.Key> { shownKeys.union(board.states.keys) }

    private var all: [Message] {
        [Message(topic: topics.status, payload: Array("online".utf8), isRetained: true)]
            + discoveryMessages + present.map(message)
    }

    /// The topics whose retained messages are not to be removed.
    private var valid: Set<String> {
        Set(present.map { topics.fence($0.monitor, $0.fence) })
            .union(farewells.map { topics.fence($0.key.monitor, $0.key.fence) })
            .union(discoveryMessages.map(\.topic))
    }

    private func message(of key: FenceBoard.Key) -> Message {
        let state = board.state(of: key)
        return .json(
            topics.fence(key.monitor, key.fence),
            .object([
                "state": .string(state.word), "since": state.since.map { .string($0) } ?? .null,
                "seq": .integer(state.seq),
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
        if isListKnown, news != shown { mustTellAll = true }
        shown = news
        isListKnown = true
    }

    private func take(_ kind: NotificationKind, _ line: [UInt8], _ now: Double) {
        guard kind == .fix else {
            let before = board.monitors
            states.take(kind, line, now: now)
            if board.monitors != before { mustTellAll = true }
            return
        }
        guard let news = try? Wire.value(Notification<FixRecord>.self, from: line).params else {
            return
        }
        (fix, isFixNew) = (news, true)
    }
}
