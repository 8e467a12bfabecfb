internal import CMosquitto
internal import Glibc

/// One connection to a broker, made with libmosquitto. After any error another one is made, because the library keeps
/// messages and would send them again by itself.
@safe final class MosquittoClient {
    /// A message or an answer of the broker.
    enum News: Sendable {
        /// The broker has answered to the connection; 0 means that it accepts it.
        case connected(reason: Int32)
        /// The broker has answered to a message.
        case published(id: Int32, reason: Int32)
        /// A message of a subscription.
        case message(topic: String, payload: [UInt8], isRetained: Bool)
        /// The connection has ended.
        case lost(reason: Int32)
    }

    private let handle: OpaquePointer
    private let broker: MQTTSettings.Broker
    private let isVersion5: Bool
    private var news: [News] = []
    /// The last error of OpenSSL, without its number; nil for none.
    private(set) var encryptionError: String?
    /// Why `connect` failed; nil where it has not.
    private(set) var connectionError: String?

    /// Creates a client with its settings and will; nil where the library refuses them or has no memory.
    init?(_ broker: MQTTSettings.Broker, isVersion5: Bool, password: String?, will: Message) {
        mosquitto_lib_init()
        guard let handle = unsafe mosquitto_new(broker.clientID, true, nil) else { return nil }
        unsafe self.handle = handle
        self.isVersion5 = isVersion5
        self.broker = broker
        let version = isVersion5 ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
        unsafe mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, version)
        // Nagle's algorithm would delay each event until the answer to the one before.
        unsafe mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1)
        unsafe mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
        if let username = broker.username {
            unsafe mosquitto_username_pw_set(handle, username, password)
        }
        var properties: OpaquePointer?
        // A short interruption, such as a tunnel, does not count as offline.
        if isVersion5 {
            unsafe mosquitto_property_add_int32(
                &properties, Int32(MQTT_PROP_WILL_DELAY_INTERVAL.rawValue), 30)
        }
        unsafe mosquitto_will_set_v5(
            handle, will.topic, Int32(will.payload.count), will.payload, will.qos, will.isRetained,
            properties)
        watch()
    }

    deinit {
        unsafe mosquitto_destroy(handle)
    }

    /// Sets up TLS. Returns the problem; nil where there is none.
    func encrypt(_ tls: MQTTSettings.TLS) -> String? {
        var outcome = unsafe mosquitto_tls_set(
            handle, tls.caFile, tls.caFile == nil ? "/etc/ssl/certs" : nil, tls.certificateFile,
            tls.keyFile, nil)
        if outcome == MOSQ_ERR_SUCCESS.rawValue {
            outcome = unsafe mosquitto_tls_opts_set(handle, 1, "tlsv1.2", nil)
        }
        if outcome == MOSQ_ERR_SUCCESS.rawValue, let alpn = tls.alpn {
            outcome = unsafe mosquitto_string_option(handle, MOSQ_OPT_TLS_ALPN, alpn)
        }
        return outcome == MOSQ_ERR_SUCCESS.rawValue ? nil : Self.text(outcome)
    }

    /// Connects, which may take minutes; `work` returns the answer of the broker. `mosquitto_connect_async` would
    /// also block while it resolves the name, and try only the first address.
    func connect() {
        let outcome = unsafe mosquitto_connect_bind_v5(
            handle, broker.host, Int32(broker.port), Int32(broker.keepalive_s), nil, nil)
        connectionError = outcome == MOSQ_ERR_SUCCESS.rawValue ? nil : Self.text(outcome)
    }

    /// The descriptor to poll; negative where the connection has ended.
    var descriptor: Int32 { unsafe mosquitto_socket(handle) }
    /// Whether something waits to be written.
    var wantsWrite: Bool { unsafe mosquitto_want_write(handle) }

    /// Reads and writes what is ready, and keeps the connection alive. Returns what has arrived, with `lost` at the
    /// end where the connection has ended.
    func work(canRead: Bool, canWrite: Bool) -> [News] {
        var outcome = MOSQ_ERR_SUCCESS.rawValue
        if canRead { outcome = unsafe mosquitto_loop_read(handle, 100) }
        if outcome == MOSQ_ERR_SUCCESS.rawValue, canWrite || wantsWrite {
            outcome = unsafe mosquitto_loop_write(handle, 1)
        }
        if outcome == MOSQ_ERR_SUCCESS.rawValue { outcome = unsafe mosquitto_loop_misc(handle) }
        defer { news = [] }
        if outcome != MOSQ_ERR_SUCCESS.rawValue { news.append(.lost(reason: outcome)) }
        return news
    }

    /// The outcome of sending a message.
    enum Publication {
        /// It is on its way.
        case sent(id: Int32)
        /// The library refuses it, with the reason of MQTT 5 that the broker would give.
        case refused(reason: Int32)
        /// The connection must be closed.
        case failed
    }

    /// Sends a message. A message that the library refuses says nothing about the connection.
    func publish(_ message: Message) -> Publication {
        var id: Int32 = 0
        var properties: OpaquePointer?
        if isVersion5, !message.properties.isEmpty {
            unsafe mosquitto_property_add_string(
                &properties, Int32(MQTT_PROP_CONTENT_TYPE.rawValue), "application/json")
            for property in message.properties {
                unsafe mosquitto_property_add_string_pair(
                    &properties, Int32(MQTT_PROP_USER_PROPERTY.rawValue), property.name,
                    property.value)
            }
        }
        defer { unsafe mosquitto_property_free_all(&properties) }
        let outcome = unsafe mosquitto_publish_v5(
            handle, &id, message.topic, Int32(message.payload.count), message.payload, message.qos,
            message.isRetained, properties)
        switch outcome {
        case MOSQ_ERR_SUCCESS.rawValue: return .sent(id: id)
        case MOSQ_ERR_OVERSIZE_PACKET.rawValue, MOSQ_ERR_PAYLOAD_SIZE.rawValue:
            return .refused(reason: MQTTReason.tooLarge)
        case MOSQ_ERR_INVAL.rawValue, MOSQ_ERR_MALFORMED_UTF8.rawValue:
            return .refused(reason: MQTTReason.invalidTopic)
        default: return .failed
        }
    }

    /// Subscribes. A loss of the connection is found by `work`.
    func subscribe(_ pattern: String) { unsafe mosquitto_subscribe(handle, nil, pattern, 0) }

    /// Ends the connection with a farewell, so that the broker does not publish the will.
    func disconnect() {
        unsafe mosquitto_disconnect_v5(handle, 0, nil)
    }

    /// The text of a return value of the library.
    static func text(_ outcome: Int32) -> String {
        if outcome == MOSQ_ERR_ERRNO.rawValue { return unsafe String(cString: strerror(errno)) }
        return unsafe String(cString: mosquitto_strerror(outcome))
    }

    /// The text of a reason of MQTT 5, or of a refused connection of MQTT 3.1.1.
    static func reason(_ reason: Int32) -> String {
        if reason < 0x80 { return unsafe String(cString: mosquitto_connack_string(reason)) }
        return unsafe String(cString: mosquitto_reason_string(reason))
    }

    private func watch() {
        unsafe mosquitto_log_callback_set(handle) { _, context, _, text in
            // The library reports the reason only here: "OpenSSL Error[0]: error:0A000086:SSL routines::REASON".
            guard let text = unsafe text.map({ unsafe String(cString: $0) }),
                text.hasPrefix("OpenSSL Error"), let mark = text.lastIndex(of: ":")
            else { return }
            unsafe MosquittoClient.of(context)?.encryptionError =
                String(text[text.index(after: mark)...])
        }
        unsafe mosquitto_connect_v5_callback_set(handle) { _, context, reason, _, _ in
            unsafe MosquittoClient.of(context)?.news.append(.connected(reason: reason))
        }
        unsafe mosquitto_disconnect_v5_callback_set(handle) { _, context, reason, _ in
            unsafe MosquittoClient.of(context)?.news.append(.lost(reason: reason))
        }
        unsafe mosquitto_publish_v5_callback_set(handle) { _, context, id, reason, _ in
            unsafe MosquittoClient.of(context)?.news.append(.published(id: id, reason: reason))
        }
        unsafe mosquitto_message_v5_callback_set(handle) { _, context, message, _ in
            guard let message = unsafe message?.pointee, let topic = unsafe message.topic else {
                return
            }
            let bytes = unsafe UnsafeRawBufferPointer(
                start: message.payload, count: Int(message.payloadlen))
            unsafe MosquittoClient.of(context)?.news.append(
                .message(
                    topic: String(cString: topic), payload: Array(bytes), isRetained: message.retain
                ))
        }
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> MosquittoClient? {
        unsafe context.map {
            unsafe Unmanaged<MosquittoClient>.fromOpaque($0).takeUnretainedValue()
        }
    }
}
