/// Fixes that follow an impossible jump, until enough of them agree with each other to be believed.
struct Quarantine: Sendable, Hashable {
    /// A spike is one fix, a reflection seldom more than two.
    static let fixes = 3
    /// At 10 Hz three fixes are no time at all: a wrong solution lives longer than that.
    static let seconds = 3.0

    private let since: FeedInstant
    private var count = 1
    /// The latest of them.
    private(set) var last: AcceptedFix

    /// Begins with the first fix after the jump.
    init(_ fix: AcceptedFix) {
        since = fix.feed
        last = fix
    }

    /// Takes the next fix.
    ///
    /// - Parameter agrees: whether it can be reached from the one before.
    /// - Returns: whether the jump is to be believed now.
    mutating func take(_ fix: AcceptedFix, agrees: Bool) -> Bool {
        guard agrees else {
            self = Quarantine(fix)
            return false
        }
        count += 1
        last = fix
        return count >= Self.fixes && fix.feed.seconds(since: since) >= Self.seconds
    }
}
