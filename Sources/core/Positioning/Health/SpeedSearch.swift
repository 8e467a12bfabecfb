public import Chronology

/// Finds the speed of a serial line by listening: it never writes, and never leaves a speed at
/// which sentences arrive.
public struct SpeedSearch: Sendable {
    /// The usual speeds of receivers in bits per second, the most frequent first.
    public static let speeds = [
        9600, 4800, 38400, 115_200, 19200, 57600, 230_400, 460_800, 921_600,
    ]
    /// The seconds to listen at one speed. Most receivers send at least once a second. The slowest
    /// known ones send every five seconds and are still found, because a speed with one valid
    /// sentence is tried a second time.
    public static let listenSeconds = 3.0
    /// The number of valid sentences that lock a speed. One may be valid by chance (1 in 256).
    public static let sentencesToLock = 2
    /// The number of consecutive sentences without a checksum that lock a speed: at a wrong speed,
    /// few sentences end at the end of a line.
    public static let uncheckedToLock = 3
    /// The seconds to wait in silence: longer, because silence is no sign of a wrong speed.
    public static let silentListenSeconds = 10.0
    /// Seconds of bytes without a valid sentence that unlock a speed that worked: the receiver now
    /// has another one, as after a restart with lost settings. Longer than interference lasts.
    public static let nonsenseToUnlockSeconds = 10.0

    private var index = 0
    private var sentences = 0
    /// The number of sentences without a checksum since the last other discard.
    private var unchecked = 0
    private var bytes = 0
    /// Whether this speed was already extended by a second round because of a sentence.
    private var hasStayed = false
    private var since: BootInstant
    /// Since when only unreadable bytes arrive at the locked speed.
    private var nonsenseSince: BootInstant?

    /// Whether the speed was found.
    public private(set) var isLocked = false
    /// The number of changes of speed.
    public private(set) var changes = 0

    /// Creates a search that begins with the first speed at `now`.
    public init(at now: BootInstant) {
        since = now
    }

    /// The current speed in bits per second.
    public var speed: Int { Self.speeds[index] }

    /// The instant at which to call ``advance(to:)``; nil once locked.
    public var nextDeadline: BootInstant? {
        isLocked
            ? nil
            : since.advanced(
                bySeconds: bytes == 0 ? Self.silentListenSeconds : Self.listenSeconds)
    }

    /// Handles the data that arrived at the current speed up to `now`: the number of bytes, the
    /// number of valid sentences that ended in them, and the reports of the decoder.
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

    /// Continues the search when nothing readable has arrived at the locked speed for 10 s.
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

    /// Moves to the next speed at the deadline. Returns whether the speed changed.
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
