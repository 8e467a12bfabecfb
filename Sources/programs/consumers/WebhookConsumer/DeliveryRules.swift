internal import Consuming
internal import SystemServices

/// The end of one try.
enum TryOutcome: Sendable, Hashable {
    /// The receiver has answered.
    case answered(status: Int, retryAfter_s: Double?)
    /// There was no answer: why.
    case failed(String)
}

/// The consequence of an outcome.
enum Verdict: Hashable {
    /// The receiver has the event.
    case delivered
    /// The same event is sent again, for as long as it takes.
    case retried
    /// The same event is sent again, and parked after three such answers.
    case refused
    /// Nothing more is sent to the endpoint.
    case gone

    init(_ outcome: TryOutcome) {
        switch outcome {
        case .failed: self = .retried
        case .answered(let status, _):
            switch status {
            case 200..<300: self = .delivered
            case 410: self = .gone
            case 400, 401, 403, 404, 413, 422: self = .refused
            default: self = .retried
            }
        }
    }
}

/// When the next try is.
struct RetryTable {
    /// Those of Standard Webhooks after the answers of a receiver, seconds.
    private static let steps_s: [Double] = [5, 300, 1_800, 7_200, 18_000, 36_000]
    /// The longest `Retry-After` of a receiver, seconds.
    private static let retryAfterMaximum_s = 86_400.0

    /// The longest time between two tries, except for `Retry-After` of a receiver, seconds.
    let longest_s: Double
    private var answers = 0
    private var connection: Backoff

    init(longest_s: Double) {
        self.longest_s = longest_s
        connection = Backoff(first_s: 1, longest_s: min(300, longest_s))
    }

    /// The seconds before the next try. A connection that fails costs the receiver nothing and ends with
    /// a tunnel: it is tried more often.
    ///
    /// - Parameter share: a random number from 0 to 1.
    mutating func next(
        after outcome: TryOutcome, _ share: Double = .random(in: 0...1)
    ) -> Double {
        switch outcome {
        case .failed: return connection.next(share)
        case .answered(_, let retryAfter_s):
            connection.reset()
            let step_s = Self.steps_s[min(answers, Self.steps_s.count - 1)]
            answers += 1
            if let retryAfter_s { return min(max(retryAfter_s, 1), Self.retryAfterMaximum_s) }
            return min(step_s, longest_s) * (0.5 + 0.5 * share)
        }
    }

    /// A try has succeeded, or the event was parked.
    mutating func reset() {
        answers = 0
        connection.reset()
    }
}
