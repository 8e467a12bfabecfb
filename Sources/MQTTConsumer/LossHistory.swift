/// Which messages were on their way when connections were lost without a reason. Each of them is sent alone then: a
/// broker may end the connection at a message that it refuses, and its answer is lost where another message follows.
struct LossHistory<Subject: Hashable> {
    /// Messages that are remembered: several times what is on its way at once.
    private static var maximum: Int { 400 }

    private var suspects: Set<Subject> = []
    /// The suspect that is on its way.
    private(set) var probe: Subject?
    /// The suspect with which the connection was lost last, and how many times in a row.
    private var last: (subject: Subject, count: Int)?

    /// No losses.
    init() {}

    /// Whether a message may be sent while so many others are on their way.
    func allows(_ subject: Subject, besides count: Int) -> Bool {
        count == 0 || probe == nil && !suspects.contains(subject)
    }

    /// A message was sent.
    mutating func sent(_ subject: Subject) {
        probe = suspects.contains(subject) ? subject : nil
    }

    /// The broker has answered to a message.
    mutating func answered(_ subject: Subject) {
        suspects.remove(subject)
        probe = nil
        if last?.subject == subject { last = nil }
    }

    /// The connection was lost with these messages on their way. Gives the one that was alone, and how many times
    /// in a row; nil where there was none.
    mutating func lost(with inFlight: [Subject]) -> (subject: Subject, count: Int)? {
        defer { probe = nil }
        // A subject may never come again.
        if suspects.count > Self.maximum { suspects = [] }
        suspects.formUnion(inFlight)
        guard let probe else { return nil }
        last = (probe, last?.subject == probe ? (last?.count ?? 0) + 1 : 1)
        return last
    }
}
