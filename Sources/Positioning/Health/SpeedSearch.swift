public import Chronology

/// Finds the speed of a serial line by listening: never writes, and never leaves a speed that
/// works.
public struct SpeedSearch: Sendable {
    /// The speeds of receivers in bits per second, the most frequent first.
    public static let speeds = [
        9600, 4800, 38400, 115_200, 19200, 57600, 230_400, 460_800, 921_600,
    ]
    /// How long to listen at one speed. Most receivers send at least once a second; the slowest
    /// known ones, every five seconds, are found because a speed with one valid sentence is tried
    /// again.
    public static let listenSeconds = 3.0
    /// Two valid sentences are no accident: the checksum alone is right once in 256.
    public static let sentencesToLock = 2
    /// The number of consecutive sentences without a checksum that lock a speed: at a wrong speed
    /// hardly a sentence ends at the end of a line.
    public static let uncheckedToLock = 3
    /// Silence is no sign of a wrong speed, so it is waited out longer before the next one.
    public static let silentListenSeconds = 10.0
    /// Bytes without a valid sentence for so long at a speed that worked: the receiver has another
    /// one now, as after a restart with lost settings. Longer than any interference.
    public static let nonsenseToUnlockSeconds = 10.0

    private var index = 0
    private var sentences = 0
    /// Sentences without a checksum since the last other discard.
    private var unchecked = 0
    private var bytes = 0
    /// Whether a sentence has won this speed a second round.
    private var hasStayed = false
    private var since: BootInstant
    /// Since when only nonsense comes at the speed that was found.
    private var nonsenseSince: BootInstant?

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

    /// Handles what arrived at the current speed up to `now`: bytes, the checked sentences that
    /// ended in them, and the reports of the decoder.
    public mutating func heard(
        bytes: Int, sentences: Int, _ reports: [Report] = [], at now: BootInstant
    ) {
        var areLines = false
        for case .discard(let reason) in reports {
            unchecked = reason == .noChecksum ? unchecked + 1 : 0
            areLines = unchecked >= Self.uncheckedToLock
        }
        if isLocked { return doubt(hasSense: sentences > 0 || areLines, at: now) }
        self.bytes += bytes
        self.sentences += sentences
        if self.sentences >= Self.sentencesToLock || areLines { isLocked = true }
    }

    /// Continues the search when nothing readable has arrived at the locked speed for long.
    private mutating func doubt(hasSense: Bool, at now: BootInstant) {
        guard !hasSense else {
            nonsenseSince = nil
            return
        }
        let began = nonsenseSince ?? now
        nonsenseSince = began
        guard now.seconds(since: began) >= Self.nonsenseToUnlockSeconds else { return }
        nonsenseSince = nil
        isLocked = false
        since = now
        bytes = 0
        sentences = 0
        unchecked = 0
        hasStayed = false
    }

    /// Moves to the next speed when the present one had its time. True when the speed changed.
    public mutating func advance(to now: BootInstant) -> Bool {
        guard let deadline = nextDeadline, deadline <= now else { return false }
        since = now
        bytes = 0
        if sentences + unchecked > 0, !hasStayed {
            hasStayed = true
            return false
        }
        sentences = 0
        unchecked = 0
        hasStayed = false
        index = (index + 1) % Self.speeds.count
        changes += 1
        return true
    }
}
