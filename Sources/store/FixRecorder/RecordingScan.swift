import Glibc

/// Finds the blocks in the bytes of a file. After damage it continues with the next block.
struct RecordingScan {
    private let bytes: [UInt8]
    private var next = 0
    private var isDamaged = false
    /// The unreadable parts so far.
    private(set) var damage = RecordingDamage()

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the next block whose header passes `isWanted`; nil at the end. Skips other blocks,
    /// and unpacks them only when no block follows.
    mutating func block(where isWanted: (BlockHeader) -> Bool) -> RecordingBlock? {
        while next < bytes.count {
            guard let header = BlockHeader(bytes[next...]) else {
                skip()
                continue
            }
            let start = next + BlockHeader.byteCount
            // The block was truncated; other blocks may follow.
            guard header.packedCount <= bytes.count - start else {
                skip()
                continue
            }
            let packed = bytes[start..<start + header.packedCount]
            let follows =
                packed.endIndex == bytes.count || BlockHeader(bytes[packed.endIndex...]) != nil
            guard isWanted(header) || !follows else {
                pass(to: packed.endIndex)
                continue
            }
            guard let block = RecordingBlock(header, packed) else {
                skip()
                continue
            }
            pass(to: packed.endIndex)
            if isWanted(header) { return block }
        }
        return nil
    }

    private mutating func pass(to end: Int) {
        next = end
        isDamaged = false
    }

    /// Advances to the next position at which a block may begin.
    private mutating func skip() {
        if !isDamaged { damage.places += 1 }
        isDamaged = true
        var place = next + 1
        while place < bytes.count, bytes[place] != BlockHeader.magic[0] { place += 1 }
        damage.bytes += place - next
        next = place
    }
}

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

/// A failed operation on a file or directory of the recording.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The attempted action, as an infinitive.
    public var attempt: String
    /// The kernel's error number.
    public var code: Int32

    /// Whether the disk or the quota is full.
    public var isFull: Bool { code == ENOSPC || code == EDQUOT }

    /// Whether the file or directory does not exist.
    public var isMissing: Bool { code == ENOENT || code == ENOTDIR }

    /// The attempt and the reason, as a sentence without its full stop.
    public var description: String {
        let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        return "cannot \(attempt): \(reason)"
    }
}
