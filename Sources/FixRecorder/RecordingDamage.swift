/// The unreadable parts of a recording, which are skipped.
public struct RecordingDamage: Hashable, Sendable {
    /// Places at which something cannot be read: a block that was cut by a power cut, or damaged.
    public var places = 0
    /// Bytes of all of them.
    public var bytes = 0
    /// Why whole files cannot be read, one sentence each without its full stop.
    public var files: [String] = []

    /// No damage.
    public init() {}

    /// Whether all can be read.
    public var isNothing: Bool { self == RecordingDamage() }

    /// Adds the damage of another part.
    public mutating func add(_ other: RecordingDamage) {
        places += other.places
        bytes += other.bytes
        files += other.files
    }
}
