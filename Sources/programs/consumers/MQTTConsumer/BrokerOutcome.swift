internal import ControlProtocol

/// What has happened to the connection to the broker.
enum BrokerOutcome {
    /// The broker has accepted the connection.
    case connected
    /// The connection has ended. Messages without an answer count as not sent.
    case lost
    /// The connection was lost, without a reason, while one message was alone on its way.
    case lostAlone(MessageOrigin)
    /// The broker has answered to a message that has an origin.
    case answered(MessageOrigin, topic: String, reason: Int32)
    /// A message of a subscription.
    case message(topic: String, payload: [UInt8], isRetained: Bool)
}

/// What a message was made from.
enum MessageOrigin: Hashable {
    /// Events, by the last of them.
    case events(Cursor)
    /// Events that are sent again: the answer to this copy does not count.
    case withdrawn
    /// A test event, by its id.
    case test(String)
}

/// A message with its origin.
struct Outgoing {
    var message: Message
    /// Nil for a state, which is sent again with the next connection.
    var origin: MessageOrigin?
    /// Increases with every message.
    var number = 0

    /// Whether the message is one of events, which must be answered.
    var isOfEvents: Bool {
        if case .events? = origin { true } else { false }
    }
}

/// The reasons of MQTT 5 that the program acts on.
enum MQTTReason {
    /// The broker does not accept MQTT 5, as MQTT 5 and MQTT 3.1.1 report it.
    static let unsupportedVersion: Set<Int32> = [0x84, 1]
    /// Another client with the same client id has connected.
    static let takenOver: Int32 = 0x8E
    /// A name that is no topic.
    static let invalidTopic: Int32 = 0x90
    /// A packet that is larger than the broker accepts.
    static let tooLarge: Int32 = 0x95
    /// Refusals of a message that stay the same when it is sent again: malformed, not authorized, topic, size,
    /// format.
    static let final: Set<Int32> = [0x81, 0x87, invalidTopic, tooLarge, 0x99]
    /// Whether the broker has refused a message.
    static func isRefusal(_ reason: Int32) -> Bool { reason >= 0x80 }
}
