public import Chronology

/// Finds the speed of a serial line by listening: never writes, and never leaves a speed that works.
public struct SpeedSearch: Sendable {
    /// The speeds of receivers in bits per second, the most frequent first.
    public static let speeds = [
        9600, 4800, 38400, 115_200, 19200, 57600, 230_400, 460_800, 921_600,
    ]
    /// How long to listen at one speed. Receivers speak at least once a second; the slowest ones
    /// that are met, every five seconds, are found because a speed with one valid sentence is kept
    /// for another round.
    public static let listenSeconds = 3.0
    /// Two valid sentences are no accident: the checksum alone is right once in 256.
    public static let sentencesToLock = 2
    /// Silence is no sign of a wrong speed, so it is waited out longer before the next one.
    public static let silentListenSeconds = 10.0

    private var index = 0
    private var sentences = 0
    private var bytes = 0
    /// Whether one valid sentence has won this speed a second round.
    private var hasStayed = false
    private var since: BootInstant

    /// Whether the speed is found.
    public private(set) var isLocked = false
    /// How often the speed was changed.
    public private(set) var changes = 0

    /// A search that begins with the first speed at `now`.
    public init(at now: BootInstant) {
        since = now
    }

    /// The speed to listen at.
    public var speed: Int { Self.speeds[index] }

    /// When to call ``advance(to:)``; nil once locked.
    public var nextDeadline: BootInstant? {
        isLocked
            ? nil
            : since.advanced(
                bySeconds: bytes == 0 ? Self.silentListenSeconds : Self.listenSeconds)
    }

    /// Takes note of what was heard at the present speed.
    public mutating func heard(bytes: Int, sentences: Int) {
        self.bytes += bytes
        self.sentences += sentences
        if self.sentences >= Self.sentencesToLock { isLocked = true }
    }

    /// Moves to the next speed when the present one had its time. True when the speed changed.
    public mutating func advance(to now: BootInstant) -> Bool {
        guard let deadline = nextDeadline, deadline <= now else { return false }
        since = now
        bytes = 0
        if sentences > 0, !hasStayed {
            hasStayed = true
            return false
        }
        sentences = 0
        hasStayed = false
        index = (index + 1) % Self.speeds.count
        changes += 1
        return true
    }
}
