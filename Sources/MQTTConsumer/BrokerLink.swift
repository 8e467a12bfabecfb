internal import ConsumerFrame
internal import Consuming
internal import ControlProtocol

/// The connection to the broker, made again whenever it is lost.
final class BrokerLink {
    /// What is to be known of the connection.
    enum Outcome {
        /// The broker has taken the connection.
        case connected
        /// The connection is over; nothing that was on its way counts.
        case lost
        /// The broker has answered to a message of an event.
        case answered(Cursor, reason: Int32)
        /// A message of a subscription.
        case message(topic: String, payload: [UInt8], isRetained: Bool)
    }

    /// Seconds for the broker to answer to a connection or a message.
    private static let patience_s = 60.0
    /// The reason with which a broker refuses MQTT 5.
    private static let unsupportedVersion: Set<Int32> = [132, 1]

    private let settings: MQTTSettings.Broker
    private let password: String?
    private let will: Message
    private var client: MosquittoClient?
    private var delay = RetryDelay(first_s: 1, longest_s: 300)
    private var nextTry_s = 0.0
    private var isVersion5: Bool
    /// A message, with the event that it was made from.
    private struct Outgoing {
        var message: Message
        var cursor: Cursor?
    }
    /// Messages that wait to be sent, in order; those before `sent` are gone.
    private var queue: [Outgoing] = []
    private var sent = 0
    private var inFlight: [Int32: Outgoing] = [:]
    /// How many messages may be on their way. It begins with 1 and grows with each answer: a broker that ends
    /// the connection at a message that it refuses would otherwise be cut off before its answer is read.
    private var window = 1
    /// Topics that the broker refuses, of messages that were made from no event.
    private var refusedTopics: Set<String> = []
    /// When the broker last answered to anything, or something was sent after a pause.
    private var lastAnswer_s = 0.0
    private var sleep_s = Clocks.boot_s - Clocks.monotonic_s
    /// Whether the broker has taken the connection.
    private(set) var isConnected = false
    /// Why there is no connection; nil while there is one.
    private(set) var error: String? = "not connected yet"

    /// A link that is not connected.
    init(_ settings: MQTTSettings.Broker, password: String?, will: Message) {
        self.settings = settings
        self.password = password
        self.will = will
        isVersion5 = settings.isVersion5
    }

    /// The descriptor to poll; negative while there is none.
    var descriptor: Int32 { client?.descriptor ?? -1 }
    /// Whether something waits to be written.
    var wantsWrite: Bool { client?.wantsWrite ?? false }
    /// Whether messages wait, or are not answered.
    var hasWaiting: Bool { sent < queue.count || !inFlight.isEmpty }
    /// Seconds until it is to be called again.
    func due_s(now: Double) -> Double { client == nil ? max(0, nextTry_s - now) : 1 }

    /// Connects when it is time for that; may take as long as the network does.
    func connectIfDue(now: Double) {
        guard client == nil, now >= nextTry_s else { return }
        guard
            let client = MosquittoClient(
                settings, isVersion5: isVersion5, password: password, will: will)
        else { return fail("libmosquitto refuses the client id or the will") }
        if let tls = settings.tls, let reason = client.encrypt(tls) {
            return fail("TLS: \(reason); see ca_file, certificate_file and key_file")
        }
        if let reason = client.connect(to: settings.host, port: settings.port) {
            return fail("\(place): \(reason)\(clockHint)")
        }
        self.client = client
        lastAnswer_s = Clocks.monotonic_s
        sleep_s = Clocks.boot_s - Clocks.monotonic_s
    }

    /// Reads, writes and gives what has come.
    func work(canRead: Bool, canWrite: Bool) -> [Outcome] {
        guard let client else { return [] }
        let now = Clocks.monotonic_s
        let asleep_s = Clocks.boot_s - now - sleep_s
        if asleep_s > Double(settings.keepalive_s) {
            return giveUp("the machine slept for \(Int(asleep_s)) s")
        }
        guard sendQueue(client) else { return giveUp("a message could not be sent") }
        var outcomes: [Outcome] = []
        for news in client.work(canRead: canRead, canWrite: canWrite) {
            switch news {
            case .connected(let reason):
                lastAnswer_s = now
                if reason == 0 {
                    isConnected = true
                    error = nil
                    outcomes.append(.connected)
                } else {
                    if isVersion5, Self.unsupportedVersion.contains(reason) {
                        isVersion5 = false
                        ServiceNotice.log(
                            5, "the broker speaks no MQTT 5: its refusals of messages are not seen")
                        delay.reset()
                    }
                    return outcomes
                        + giveUp(
                            "the broker refuses the connection: \(MosquittoClient.reason(reason))")
                }
            case .published(let id, let reason):
                lastAnswer_s = now
                delay.reset()
                window = min(window + 1, settings.window)
                guard let outgoing = inFlight.removeValue(forKey: id) else { continue }
                if let cursor = outgoing.cursor {
                    outcomes.append(.answered(cursor, reason: reason))
                } else if reason >= 0x80 {
                    refuse(outgoing.message.topic, reason)
                }
            case .message(let topic, let payload, let isRetained):
                outcomes.append(
                    .message(topic: topic, payload: payload, isRetained: isRetained))
            case .lost(let reason):
                let isOther = reason == 0x8E
                return outcomes
                    + giveUp(
                        "the connection to the broker was lost: "
                            + (reason < 0x80
                                ? MosquittoClient.text(reason) : MosquittoClient.reason(reason))
                            + (isOther ? "; another client has the id \(settings.clientID)" : ""))
            }
        }
        let isWaiting = !isConnected || !inFlight.isEmpty
        if isWaiting, now - lastAnswer_s > Self.patience_s {
            return outcomes + giveUp("the broker has not answered for \(Int(Self.patience_s)) s")
        }
        guard sendQueue(client) else { return outcomes + giveUp("a message could not be sent") }
        return outcomes
    }

    /// Sends a message after those that wait, of an event where a cursor is given. What waits when the connection
    /// is lost is forgotten.
    func send(_ message: Message, of cursor: Cursor? = nil) {
        guard isConnected, cursor != nil || !refusedTopics.contains(message.topic) else { return }
        queue.append(Outgoing(message: message, cursor: cursor))
    }

    private func sendQueue(_ client: MosquittoClient) -> Bool {
        while isConnected, sent < queue.count, inFlight.count < window {
            let outgoing = queue[sent]
            sent += 1
            if inFlight.isEmpty { lastAnswer_s = Clocks.monotonic_s }
            guard let id = client.publish(outgoing.message) else { return false }
            if outgoing.message.qos > 0 { inFlight[id] = outgoing }
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

    /// Subscribes to a pattern.
    func subscribe(_ pattern: String) { _ = client?.subscribe(pattern) }

    /// Gives the connection up, to be made again later.
    func giveUp(_ reason: String) -> [Outcome] {
        fail(reason)
        return [.lost]
    }

    /// Ends in order: the will is not published.
    func close() {
        client?.disconnect()
        client = nil
        isConnected = false
    }

    private func fail(_ reason: String) {
        if reason != error { ServiceNotice.log(4, reason) }
        error = reason
        client = nil
        isConnected = false
        inFlight = [:]
        queue = []
        sent = 0
        window = 1
        nextTry_s = Clocks.monotonic_s + delay.next()
    }

    private var place: String {
        settings.port == 0 ? settings.host : "\(settings.host):\(settings.port)"
    }

    /// Certificates are not valid yet by a clock that was not set.
    private var clockHint: String {
        settings.tls != nil && Clocks.system_s < 1_735_689_600
            ? " (the clock of this machine is not set; it is tried again)" : ""
    }
}
