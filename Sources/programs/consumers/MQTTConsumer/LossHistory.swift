/// The message that was the oldest without an answer when a connection was lost. It is sent alone then: a broker may
/// end the connection at a message that it refuses, and its answer is lost where another message follows.
struct LossHistory<Subject: Equatable> {
    private var suspect: Subject?
    /// Whether the suspect is on its way.
    private var isAlone = false
    /// How many times in a row the connection was lost with it.
    private var count = 0

    /// No losses.
    init() {}

    /// Whether a message may be sent while so many others are on their way.
    func allows(_ subject: Subject, besides others: Int) -> Bool {
        others == 0 || !isAlone && subject != suspect
    }

    /// A message was sent.
    mutating func sent(_ subject: Subject) { isAlone = subject == suspect }

    /// The broker has answered to a message.
    mutating func answered(_ subject: Subject) {
        isAlone = false
        if subject == suspect { (suspect, count) = (nil, 0) }
    }

    /// The connection was lost; nil where nothing was on its way. Gives how many times in a row that happened with
    /// this message alone on its way; nil where it was not alone.
    mutating func lost(oldest: Subject?) -> Int? {
        defer { isAlone = false }
        if isAlone {
            count += 1
            return count
        }
        if let oldest, oldest != suspect { (suspect, count) = (oldest, 0) }
        return nil
    }
}
