public import Chronology

/// Writes blocks into the files of a recording, and removes the oldest files by size and age.
public struct RecordingWriter: Sendable {
    /// The limits of a recording.
    public struct Bounds: Hashable, Sendable {
        /// The maximum bytes of all files together.
        public var bytes: Int64
        /// Seconds after its last addition at which a file is removed.
        public var age_s: Double

        /// Creates limits.
        public init(bytes: Int64, age_s: Double) {
            self.bytes = bytes
            self.age_s = age_s
        }
    }

    /// The size and age of the stored files.
    public struct Usage: Hashable, Sendable {
        /// Bytes of all files.
        public var bytes: Int64 = 0
        /// The earliest time in the first block of the oldest file; nil without files.
        public var oldest: UTCInstant?

        /// Creates the usage of no files.
        public init() {}
    }

    /// The clocks when files are written or removed.
    public struct Clocks: Hashable, Sendable {
        /// The boot of the machine; nil when unknown.
        public var boot: BootID?
        /// The time by the boot clock.
        public var at: BootInstant
        /// The time by the system clock.
        public var wall: UTCInstant
        /// Whether ages by the system clock are reliable: it is trusted and has made no step lately.
        public var isWallReliable: Bool

        /// Creates a reading of the clocks.
        public init(boot: BootID?, at: BootInstant, wall: UTCInstant, isWallReliable: Bool) {
            self.boot = boot
            self.at = at
            self.wall = wall
            self.isWallReliable = isWallReliable
        }

        /// Nanoseconds of the system clock minus those of the boot clock.
        public var offset_ns: Int64 { wall.nanoseconds &- at.nanoseconds }
    }

    /// Files that were removed together.
    public struct Removal: Hashable, Sendable {
        /// Why files were removed.
        public enum Reason: Hashable, Sendable {
            /// All files together were larger than the limit.
            case size
            /// They were older than the limit.
            case age
            /// The disk was full.
            case space
        }

        /// Why they were removed.
        public var reason: Reason
        /// Their number.
        public var files = 0
        /// Their bytes.
        public var bytes: Int64 = 0
    }

    /// The file to which blocks are added.
    private struct Current {
        var firstNumber: Int64
        var bytes: Int64
        /// When its first block was written; after a restart, when its first entry was received.
        var began: UTCInstant
    }

    /// The files.
    public let directory: RecordingDirectory
    private let bounds: Bounds
    private var current: Current?
    /// The number of the next entry; nil before the files were read.
    private var next: Int64?
    /// The number of the oldest file, and the earliest time in its first block.
    private var first: (number: Int64, time: UTCInstant?)?
    /// The header of the last block of the oldest file, and the size of the file when it was read.
    private var lastOfOldest: (file: RecordingDirectory.File, header: BlockHeader?)?
    /// The stored files after the last change.
    public private(set) var usage = Usage()
    /// The files that were removed by limits since this was last emptied.
    public var removals: [Removal] = []

    /// Bytes at which a new file starts: the unit of removal, and the memory of a reader.
    private static let file_bytes: Int64 = 1 << 20
    /// The maximum seconds of one file: entries are retained that much longer than the age limit.
    private static let file_s = 86_400.0

    /// Creates a writer. It reads the directory when it is first used.
    public init(_ directory: RecordingDirectory, _ bounds: Bounds) {
        self.directory = directory
        self.bounds = bounds
    }

    /// Writes inputs as one block, which is on the disk when it returns. Throws when the block cannot
    /// be written, or when old files cannot be removed afterwards.
    ///
    /// - Parameters:
    ///   - inputs: the inputs, at least one.
    ///   - clocks: the clocks now.
    public mutating func write(
        _ inputs: [RecordedInput], _ clocks: Clocks
    ) throws(RecordingError) {
        let now = clocks.wall
        let number = try nextNumber()
        let block = RecordingBlock(
            firstNumber: number, boot: clocks.boot, wallOffset_ns: clocks.offset_ns,
            inputs: inputs)
        guard let bytes = block.bytes else {
            throw RecordingError(attempt: "pack what is recorded", code: Self.noMemory)
        }
        var file = current ?? Current(firstNumber: number, bytes: 0, began: now)
        let age_s = now.seconds(since: file.began)
        if file.bytes + Int64(bytes.count) > min(Self.file_bytes, bounds.bytes / 8)
            || !(0...Self.file_s).contains(age_s)
        {
            file = Current(firstNumber: number, bytes: 0, began: now)
        }
        do throws(RecordingError) {
            try directory.append(bytes, to: file.firstNumber)
        } catch {
            guard error.isFull, try removeOldest(except: file.firstNumber) else { throw error }
            try directory.append(bytes, to: file.firstNumber)
        }
        file.bytes += Int64(bytes.count)
        current = file
        next = number + Int64(inputs.count)
        try tidy(clocks)
    }

    /// Removes files beyond the limits.
    ///
    /// The age of a file of this boot is known by the boot clock. That of an older file is known only
    /// while the system clock is reliable, and never removes the newest file: a clock that is years
    /// ahead must not remove the recording.
    public mutating func tidy(_ clocks: Clocks) throws(RecordingError) {
        var files = try directory.files()
        var total = files.reduce(0) { $0 + $1.size }
        while let oldest = files.first {
            let isCurrent = oldest.firstNumber == current?.firstNumber
            let isOld = isOld(oldest, isNewest: files.count == 1, clocks)
            guard isOld || !isCurrent && total > bounds.bytes else { break }
            try remove(oldest, isOld ? .age : .size)
            if isCurrent { current = nil }
            total -= oldest.size
            files.removeFirst()
        }
        note(files, total)
    }

    private mutating func isOld(
        _ file: RecordingDirectory.File, isNewest: Bool, _ clocks: Clocks
    ) -> Bool {
        if lastOfOldest?.file != file { lastOfOldest = (file, lastHeader(of: file)) }
        if let header = lastOfOldest?.header, let boot = clocks.boot, header.boot == boot {
            // Both times are of the moment when the last block was written.
            let written_ns = file.written.nanoseconds &- header.wallOffset_ns
            return Double(clocks.at.nanoseconds &- written_ns) / 1e9 > bounds.age_s
        }
        return clocks.isWallReliable && !isNewest
            && clocks.wall.seconds(since: file.written) > bounds.age_s
    }

    private func lastHeader(of file: RecordingDirectory.File) -> BlockHeader? {
        guard let bytes = try? directory.read(file.firstNumber) else { return nil }
        var scan = RecordingScan(bytes)
        var last: BlockHeader?
        _ = scan.block {
            last = $0
            return false
        }
        return last
    }

    private mutating func remove(
        _ file: RecordingDirectory.File, _ reason: Removal.Reason
    ) throws(RecordingError) {
        try directory.remove(file.firstNumber)
        if removals.last?.reason != reason { removals.append(Removal(reason: reason)) }
        removals[removals.count - 1].files += 1
        removals[removals.count - 1].bytes += file.size
    }

    /// Removes all files. The numbering of entries continues.
    public mutating func removeAll() throws(RecordingError) {
        _ = try nextNumber()
        for file in try directory.files() { try directory.remove(file.firstNumber) }
        current = nil
        note([], 0)
    }

    private mutating func note(_ files: [RecordingDirectory.File], _ total: Int64) {
        usage.bytes = total
        if files.first?.firstNumber != first?.number || first?.time == nil {
            first = files.first.map { ($0.firstNumber, earliest(in: $0.firstNumber)) }
        }
        usage.oldest = first?.time
    }

    private func earliest(in file: Int64) -> UTCInstant? {
        guard let head = try? directory.read(file, limit: BlockHeader.byteCount) else { return nil }
        return BlockHeader(head[...])?.earliest
    }

    private mutating func removeOldest(except number: Int64) throws(RecordingError) -> Bool {
        guard let oldest = try directory.files().first, oldest.firstNumber != number else {
            return false
        }
        try remove(oldest, .space)
        return true
    }

    /// Returns the number of the next entry. The first call reads the directory.
    private mutating func nextNumber() throws(RecordingError) -> Int64 {
        if let next { return next }
        guard let last = try directory.files().last else {
            next = 0
            return 0
        }
        var scan = RecordingScan(try directory.read(last.firstNumber))
        // A file has no more entries than bytes.
        var end = last.firstNumber + last.size
        var began: UTCInstant?
        if let block = scan.block(where: { _ in true }) {
            began = block.entries.first?.receivedAt
            end = block.firstNumber + Int64(block.inputs.count)
        }
        while let block = scan.block(where: { _ in true }) {
            end = max(end, block.firstNumber + Int64(block.inputs.count))
        }
        if let began {
            current = Current(firstNumber: last.firstNumber, bytes: last.size, began: began)
        }
        next = end
        return end
    }

    /// `ENOMEM`.
    private static let noMemory: Int32 = 12
}
