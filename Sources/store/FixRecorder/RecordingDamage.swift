/// The unreadable parts of a recording, which are skipped.
public struct RecordingDamage: Hashable, Sendable {
    /// The number of unreadable places: a block that a power cut truncated, or a damaged one.
    public var places = 0
    /// The number of unreadable bytes.
    public var bytes = 0
    /// Why whole files cannot be read: one sentence each, without its full stop.
    public var files: [String] = []

    /// Creates a value without damage.
    public init() {}

    /// Whether there is no damage.
    public var isNothing: Bool { self == RecordingDamage() }

    /// Adds the damage of another part.
    public mutating func add(_ other: RecordingDamage) {
        places += other.places
        bytes += other.bytes
        files += other.files
    }
}
