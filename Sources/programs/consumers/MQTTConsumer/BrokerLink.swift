internal import ConsumerFrame
internal import Consuming
internal import ControlProtocol

/// The connection to the broker, made again whenever it is lost.
final class BrokerLink {
    /// What has happened to the connection.
    enum Outcome {
        /// The broker has taken the connection.
        case connected
        /// The connection is over; nothing that was on its way counts.
        case lost
        /// The connection was lost so many times in a row while a message with that origin was alone on its way.
        case lostAlone(Origin, count: Int)
        /// The broker has answered to a message that has an origin.
        case answered(Origin, reason: Int32)
        /// A message of a subscription.
        case message(topic: String, payload: [UInt8], isRetained: Bool)
    }

    /// What a message was made from.
    enum Origin: Hashable {
        /// Events, by the last of them.
        case events(Cursor)
        /// A test event, by its id.
        case test(String)
    }

    /// The least change of the system clock, seconds, after which certificates may have become valid.
    private static let clockStep_s = 60.0
    /// The reasons with which a broker refuses MQTT 5.
    private static let unsupportedVersion: Set<Int32> = [132, 1]

    private let settings: MQTTSettings.Broker
    private let password: String?
    private let will: Message
    private let meter: MeteredLink
    private var client: MosquittoClient?
    /// The connection that is being made: every address of the name is tried for as long as the kernel does.
    private var attempt: (client: MosquittoClient, call: BackgroundCall)?
    private var delay = RetryDelay(first_s: 1, longest_s: 300)
    private var nextTry_s = 0.0
    private var isVersion5: Bool
    /// Whether it was logged that this version of MQTT shows no refusals.
    private var isSilenceReported = false
    /// A message, with what it was made from.
    private struct Outgoing {
        var message: Message
        var origin: Origin?
        /// Increases with every message.
        var number = 0
    }
    /// Messages that wait to be sent, in order; those before `sent` are gone.
    private var queue: [Outgoing] = []
    private var sent = 0
    private var inFlight: [Int32: Outgoing] = [:]
    private var losses = LossHistory<Message>()
    private var lastNumber = 0
    /// Topics that the broker refuses, of messages that have no origin.
    private var refusedTopics: Set<String> = []
    /// When the broker last answered to anything, or something was sent after a pause.
    private var lastAnswer_s = 0.0
    private var clocks = ClockSteps(
        monotonic_s: Clocks.monotonic_s, boot_s: Clocks.boot_s, system_s: Clocks.system_s)
    private var bytes = SocketBytes()
    /// Whether the broker has taken the connection.
    private(set) var isConnected = false
    /// Why there is no connection; nil while there is one.
    private(set) var error: String? = "not connected yet"

    /// A link that is not connected.
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
    /// Where the broker is.
    var place: String {
        settings.port == 0 ? settings.host : "\(settings.host):\(settings.port)"
    }
    /// Seconds until it is to be called again.
    func due_s(now: Double) -> Double { isIdle ? max(0, nextTry_s - now) : 1 }
    private var isIdle: Bool { client == nil && attempt == nil }
    /// Whether `connect` is to be called.
    func isConnectDue(now: Double) -> Bool { isIdle && now >= nextTry_s }
    /// Whether bytes may be used now.
    func allows(_ use: MeteredLink.Use) -> Bool { meter.allows(use) }
    /// What events wait for; nil where they do not wait.
    var reasonToWait: String? {
        if attempt != nil { return "the connection to \(place)" }
        return isConnected ? meter.reasonToWait : nil
    }

    /// Begins to connect; `work` takes the connection when it is there.
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

    /// Reads, writes and gives what has come.
    func work(canRead: Bool, canWrite: Bool) -> [Outcome] {
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
        var outcomes: [Outcome] = []
        guard sendQueue(client, &outcomes) else {
            return outcomes + giveUp("a message could not be sent")
        }
        for news in client.work(canRead: canRead, canWrite: canWrite) {
            switch news {
            case .connected(let reason):
                lastAnswer_s = now
                guard reason == 0 else { return outcomes + refused(reason) }
                isConnected = true
                error = nil
                outcomes.append(.connected)
                if !isVersion5, !isSilenceReported {
                    isSilenceReported = true
                    ServiceNotice.log(
                        5, "with MQTT 3.1.1 no broker reports which messages it refuses")
                }
            case .published(let id, let reason):
                lastAnswer_s = now
                delay.reset()
                guard let outgoing = inFlight.removeValue(forKey: id) else { continue }
                losses.answered(outgoing.message)
                if let origin = outgoing.origin {
                    outcomes.append(.answered(origin, reason: reason))
                } else if reason >= 0x80 {
                    refuse(outgoing.message.topic, reason)
                }
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
        count()
        return outcomes
    }

    /// Sends a message after those that wait. What waits when the connection is lost is forgotten.
    func send(_ message: Message, of origin: Origin? = nil) {
        guard isConnected, origin != nil || !refusedTopics.contains(message.topic) else { return }
        queue.append(Outgoing(message: message, origin: origin))
    }

    /// Subscribes to a pattern.
    func subscribe(_ pattern: String) { _ = client?.subscribe(pattern) }

    /// Gives the connection up, to be made again later.
    func giveUp(_ reason: String) -> [Outcome] {
        let oldest = inFlight.values.min { $0.number < $1.number }
        let count = losses.lost(oldest: oldest?.message)
        fail(reason)
        guard let count, let origin = oldest?.origin else { return [.lost] }
        return [.lostAlone(origin, count: count), .lost]
    }

    /// Ends the connection so that the will is not published.
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
    private func sendQueue(_ client: MosquittoClient, _ outcomes: inout [Outcome]) -> Bool {
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
            case .refused(let reason):
                losses.answered(outgoing.message)
                if let origin = outgoing.origin {
                    outcomes.append(.answered(origin, reason: reason))
                } else {
                    refuse(outgoing.message.topic, reason)
                }
            case .failed: return false
            }
        }
        if sent == queue.count {
            queue = []
            sent = 0
        }
        return true
    }

    private func refuse(_ topic: String, _ reason: Int32) {
        guard refusedTopics.insert(topic).inserted else { return }
        ServiceNotice.log(4, "the broker refuses \(topic): \(MosquittoClient.reason(reason))")
    }

    private func refused(_ reason: Int32) -> [Outcome] {
        if isVersion5, Self.unsupportedVersion.contains(reason) {
            isVersion5 = false
            ServiceNotice.log(5, "the broker does not take MQTT 5")
            delay.reset()
        }
        return giveUp("the broker refuses the connection: \(MosquittoClient.reason(reason))")
    }

    private func lost(_ client: MosquittoClient, _ reason: Int32) -> [Outcome] {
        let words =
            reason < 0x80
            ? client.encryptionError ?? MosquittoClient.text(reason)
            : MosquittoClient.reason(reason)
        let other = reason == 0x8E ? "; another client has the id \(settings.clientID)" : ""
        return giveUp(
            "the connection to the broker was lost: " + words + other + clockHint(client))
    }

    private func fail(_ reason: String) {
        if reason != error { ServiceNotice.log(4, reason) }
        count()
        error = reason
        client = nil
        isConnected = false
        inFlight = [:]
        queue = []
        sent = 0
        nextTry_s = Clocks.monotonic_s + delay.next()
    }

    private func count() {
        if meter.isLimited { meter.use(bytes.next(of: descriptor)) }
    }

    private func clockSteps() -> (slept_s: Double, set_s: Double) {
        clocks.next(
            monotonic_s: Clocks.monotonic_s, boot_s: Clocks.boot_s, system_s: Clocks.system_s)
    }

    /// That certificates are not valid yet by a clock that was not set.
    private func clockHint(_ client: MosquittoClient) -> String {
        guard client.encryptionError != nil, !Clocks.isSet else { return "" }
        return "; the clock of this machine is not set, so that the certificate of the broker may "
            + "not be valid yet: the connection is tried again when the clock is set"
    }
}
