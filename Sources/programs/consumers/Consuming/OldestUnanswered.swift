internal import Chronology

/// The oldest message that the receiver has not answered, and since when it is on its way, also across connections.
public struct OldestUnanswered: Sendable {
    /// Seconds before a message is reported: a receiver usually answers within them.
    private static let patience_s = 10.0

    private var name: String?
    private var sent_s = 0.0
    private var sentAt = ""

    /// Creates it without a message.
    public init() {}

    /// Sets the oldest message without an answer.
    ///
    /// - Parameters:
    ///   - now: monotonic seconds.
    ///   - system_s: seconds since 1970.
    public mutating func set(_ name: String, now: Double, system_s: Double) {
        guard name != self.name else { return }
        self.name = name
        sent_s = now
        sentAt = UTCInstant(nanoseconds: Int64(system_s * 1e9)).rfc3339
    }

    /// The answer that has been missing for long, as a part of a sentence; nil where there is none.
    public func reason(_ receiver: String, now: Double) -> String? {
        guard let name, now - sent_s >= Self.patience_s else { return nil }
        return "the answer of the \(receiver) to \(name), on its way since \(sentAt)"
    }
}
