internal import ConsumerFrame
internal import Consuming
internal import ControlClient
internal import ControlProtocol
internal import SystemServices

/// The connection to the broker. It is made again, after growing pauses, whenever it is lost.
final class BrokerLink {
    /// The least change of the system clock, seconds, after which certificates may have become valid.
    private static let clockStep_s = 60.0

    private let settings: MQTTSettings.Broker
    private let password: String?
    private let will: Message
    private let meter: MeteredLink
    private var client: MosquittoClient?
    /// The connection that is being made. The kernel decides for how long it tries each address of the name.
    private var attempt: (client: MosquittoClient, call: BackgroundCall)?
    private var delay = ReconnectDelay()
    private var nextTry_s = 0.0
    private var isVersion5: Bool
    /// Whether the journal has the line that this version of MQTT reports no refusals.
    private var isSilenceReported = false
    /// Messages in the order of sending; those before `sent` are sent.
    private var queue: [Outgoing] = []
    private var sent = 0
    private var inFlight: [Int32: Outgoing] = [:]
    private var losses = LossHistory<Message>()
    private var lastNumber = 0
    /// The topics that the broker refuses, of messages that have no origin.
    private var refusedTopics: Set<String> = []
    /// When the broker last answered, or a message was sent while none was on its way; monotonic seconds.
    private var lastAnswer_s = 0.0
    private var clocks = ClockSteps(
        monotonic_s: Clocks.monotonic_s, boot_s: Clocks.boot_s, system_s: Clocks.utc_s)
    private var bytes = SocketBytes()
    /// Whether the broker has accepted the connection.
    private(set) var isConnected = false
    /// Why the last connection ended or failed; nil while there is one, and before the first.
    private(set) var error: String?

    /// Creates a link that is not connected.
    init(
        _ settings: MQTTSettings.Broker, password: String?, will: Message, meter: MeteredLink
    ) {
        self.settings = settings
        self.password = password
        self.will = will
        self.meter = meter
        isVersion5 = settings.isVersion5
    }

    /// The descriptor to poll; negative while there is none.
    var descriptor: Int32 { client?.descriptor ?? attempt?.call.descriptor ?? -1 }
    /// Whether something waits to be written.
    var wantsWrite: Bool { client?.wantsWrite ?? false }
    /// Whether messages wait, or are not answered.
    var hasWaiting: Bool { sent < queue.count || !inFlight.isEmpty }
    /// The host and port of the broker, or the path of its socket.
    var place: String { settings.host + (settings.port == 0 ? "" : ":\(settings.port)") }
    /// Seconds until the next call is due.
    func due_s(now: Double) -> Double { isIdle ? max(0, nextTry_s - now) : 1 }
    private var isIdle: Bool { client == nil && attempt == nil }
    /// Whether `connect` is to be called.
    func isConnectDue(now: Double) -> Bool { isIdle && now >= nextTry_s }
    /// Whether bytes may be used now.
    func allows(_ use: MeteredLink.Use) -> Bool { meter.allows(use) }
    /// The reason why events wait; nil where they do not wait.
    var reasonToWait: String? {
        if delay.isDisputed {
            return "its turn: the broker ends one connection after the other, as it does where "
                + "another client has the client id \(settings.clientID); give each device its own"
        }
        if attempt != nil { return "the connection to \(place)" }
        return isConnected ? meter.reasonToWait : nil
    }

    /// Begins to connect. `work` continues when the connection is made.
    func connect() {
        guard
            let client = MosquittoClient(
                settings, isVersion5: isVersion5, password: password, will: will)
        else { return fail("libmosquitto refuses the client id or the will") }
        if let tls = settings.tls, let reason = client.encrypt(tls) {
            return fail("TLS: \(reason); see ca_file, certificate_file and key_file")
        }
        guard let call = BackgroundCall(client.connect) else { return fail("no thread is free") }
        attempt = (client, call)
    }

    private func endAttempt() {
        guard let (client, call) = attempt, call.hasReturned else { return }
        attempt = nil
        if let reason = client.connectionError {
            return fail("\(place): \(client.encryptionError ?? reason)\(clockHint(client))")
        }
        self.client = client
        bytes = SocketBytes()
        lastAnswer_s = Clocks.monotonic_s
    }

    /// Reads and writes what is ready. Returns what has happened.
    func work(canRead: Bool, canWrite: Bool) -> [BrokerOutcome] {
        let steps = clockSteps()
        endAttempt()
        guard let client else {
            if abs(steps.set_s) > Self.clockStep_s {
                ServiceNotice.log(5, "the clock was set: the broker is connected to again")
                nextTry_s = 0
                delay.reset()
            }
            return []
        }
        let now = Clocks.monotonic_s
        if steps.slept_s > Double(settings.keepalive_s) {
            return giveUp("the machine slept for \(Int(steps.slept_s)) s")
        }
        var outcomes: [BrokerOutcome] = []
        guard sendQueue(client, &outcomes) else {
            return outcomes + giveUp("a message could not be sent")
        }
        for news in client.work(canRead: canRead, canWrite: canWrite) {
            switch news {
            case .connected(let reason):
                lastAnswer_s = now
                guard reason == 0 else { return outcomes + refused(reason) }
                isConnected = true
                delay.connected(now: now)
                error = nil
                outcomes.append(.connected)
                if !isVersion5, !isSilenceReported {
                    isSilenceReported = true
                    ServiceNotice.log(
                        5, "with MQTT 3.1.1 no broker reports which messages it refuses")
                }
            case .published(let id, let reason):
                lastAnswer_s = now
                guard let outgoing = inFlight.removeValue(forKey: id) else { continue }
                end(outgoing, reason, &outcomes)
            case .message(let topic, let payload, let isRetained):
                outcomes.append(
                    .message(topic: topic, payload: payload, isRetained: isRetained))
            case .lost(let reason): return outcomes + lost(client, reason)
            }
        }
        let isWaiting = !isConnected || !inFlight.isEmpty
        if isWaiting, now - lastAnswer_s > settings.answer_s {
            return outcomes
                + giveUp("the broker has not answered for \(Int(settings.answer_s)) s")
        }
        guard sendQueue(client, &outcomes) else {
            return outcomes + giveUp("a message could not be sent")
        }
        let isIdle = inFlight.values.allSatisfy { $0.origin == nil }
        if isConnected { delay.stands(isIdle: isIdle, now: now) }
        count()
        return outcomes
    }

    /// Sends a message after those that wait. A lost connection discards the messages that wait.
    func send(_ message: Message, of origin: MessageOrigin? = nil) {
        guard isConnected, origin != nil || !refusedTopics.contains(message.topic) else { return }
        queue.append(Outgoing(message: message, origin: origin))
    }

    /// Subscribes to a pattern.
    func subscribe(_ pattern: String) { client?.subscribe(pattern) }

    /// An event was acknowledged: after the next loss, the connection is made again soon.
    func hasProgressed() { delay.reset() }

    /// Takes back the events that are queued or on their way: they are sent again on this connection.
    func withdrawEvents() {
        queue = queue[sent...].filter { !$0.isOfEvents }
        sent = 0
        for (id, outgoing) in inFlight where outgoing.isOfEvents {
            inFlight[id]?.origin = .withdrawn
        }
    }

    /// Closes the connection. It is made again later.
    ///
    /// - Parameter code: the reason of MQTT with which the broker has ended the connection; nil without one.
    private func giveUp(_ reason: String, code: Int32? = nil) -> [BrokerOutcome] {
        let oldest = inFlight.values.min { $0.number < $1.number }
        let isAlone = losses.lost(oldest: oldest?.message)
        fail(reason, isTakenOver: code == MQTTReason.takenOver)
        guard isAlone, let oldest, let origin = oldest.origin else { return [.lost] }
        if let code, MQTTReason.final.contains(code) {
            return [.answered(origin, topic: oldest.message.topic, reason: code), .lost]
        }
        return [.lostAlone(origin), .lost]
    }

    /// Ends the connection with a farewell, so that the broker does not publish the will.
    func close() {
        client?.disconnect()
        count()
        meter.save()
        client = nil
        attempt = nil
        isConnected = false
    }
}

extension BrokerLink {
    private func sendQueue(_ client: MosquittoClient, _ outcomes: inout [BrokerOutcome]) -> Bool {
        while isConnected, sent < queue.count, inFlight.count < settings.window {
            var outgoing = queue[sent]
            guard losses.allows(outgoing.message, besides: inFlight.count) else { break }
            losses.sent(outgoing.message)
            sent += 1
            lastNumber += 1
            outgoing.number = lastNumber
            if inFlight.isEmpty { lastAnswer_s = Clocks.monotonic_s }
            switch client.publish(outgoing.message) {
            case .sent(let id): if outgoing.message.qos > 0 { inFlight[id] = outgoing }
            case .refused(let reason): end(outgoing, reason, &outcomes)
            case .failed: return false
            }
        }
        if sent == queue.count {
            queue = []
            sent = 0
        }
        return true
    }

    /// Ends a message that the broker has answered.
    private func end(_ outgoing: Outgoing, _ reason: Int32, _ outcomes: inout [BrokerOutcome]) {
        losses.answered(outgoing.message)
        switch outgoing.origin {
        case .withdrawn: break
        case nil: if MQTTReason.isRefusal(reason) { refuse(outgoing.message.topic, reason) }
        case let origin?:
            outcomes.append(.answered(origin, topic: outgoing.message.topic, reason: reason))
        }
    }

    private func refuse(_ topic: String, _ reason: Int32) {
        guard refusedTopics.insert(topic).inserted else { return }
        ServiceNotice.log(4, "the broker refuses \(topic): \(MosquittoClient.reason(reason))")
    }

    private func refused(_ reason: Int32) -> [BrokerOutcome] {
        if isVersion5, MQTTReason.unsupportedVersion.contains(reason) {
            isVersion5 = false
            ServiceNotice.log(5, "the broker does not accept MQTT 5")
            delay.reset()
        }
        return giveUp("the broker refuses the connection: \(MosquittoClient.reason(reason))")
    }

    private func lost(_ client: MosquittoClient, _ reason: Int32) -> [BrokerOutcome] {
        let isCode = MQTTReason.isRefusal(reason)
        let text =
            isCode
            ? MosquittoClient.reason(reason)
            : client.encryptionError ?? MosquittoClient.text(reason)
        let other =
            reason == MQTTReason.takenOver
            ? "; another client has the client id \(settings.clientID)" : ""
        return giveUp(
            "the connection to the broker was lost: " + text + other + clockHint(client),
            code: isCode ? reason : nil)
    }

    private func fail(_ reason: String, isTakenOver: Bool = false) {
        if reason != error { ServiceNotice.log(4, reason) }
        let isIdle = !hasWaiting
        count()
        error = reason
        client = nil
        isConnected = false
        inFlight = [:]
        queue = []
        sent = 0
        nextTry_s = Clocks.monotonic_s + delay.next(isIdle: isIdle, isTakenOver: isTakenOver)
    }

    private func count() {
        if meter.isLimited { meter.use(bytes.next(of: descriptor)) }
    }

    private func clockSteps() -> (slept_s: Double, set_s: Double) {
        clocks.next(
            monotonic_s: Clocks.monotonic_s, boot_s: Clocks.boot_s, system_s: Clocks.utc_s)
    }

    /// A hint that certificates are not valid yet by a clock that was not set; empty where it is set.
    private func clockHint(_ client: MosquittoClient) -> String {
        guard client.encryptionError != nil, !Clocks.isSet else { return "" }
        return "; the clock of this machine is not set, so that the certificate of the broker may "
            + "not be valid yet: the connection is tried again when the clock is set"
    }
}
