/// Finds the message at which a connection ends. After a loss, the message that was the oldest without an answer is
/// sent alone: a broker may end the connection at a message that it refuses, and the reason is then about that message.
struct LossHistory<Subject: Equatable> {
    private var suspect: Subject?
    /// Whether the suspect is on its way.
    private var isAlone = false

    /// Creates a history without losses.
    init() {}

    /// Whether a message may be sent while so many others are on their way.
    func allows(_ subject: Subject, besides others: Int) -> Bool {
        others == 0 || !isAlone && subject != suspect
    }

    /// Records that a message was sent.
    mutating func sent(_ subject: Subject) { isAlone = subject == suspect }

    /// Records that the broker has answered to a message.
    mutating func answered(_ subject: Subject) {
        isAlone = false
        if subject == suspect { suspect = nil }
    }

    /// Records that the connection was lost. Returns whether the suspect was alone on its way.
    ///
    /// - Parameter oldest: the oldest message without an answer; nil where there is none.
    mutating func lost(oldest: Subject?) -> Bool {
        defer { isAlone = false }
        if !isAlone, let oldest { suspect = oldest }
        return isAlone
    }
}
