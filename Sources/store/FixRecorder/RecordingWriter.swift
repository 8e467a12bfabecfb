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
    /// The stored files after the last change.
    public private(set) var usage = Usage()

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
    ///   - boot: the boot of the machine; nil when unknown.
    ///   - wallOffset_ns: nanoseconds of the system clock minus those of the boot clock.
    ///   - now: the current time of the system clock.
    ///   - isClockSet: false while the system clock is not set, so that ages are unknown.
    public mutating func write(
        _ inputs: [RecordedInput], boot: BootID?, wallOffset_ns: Int64, now: UTCInstant,
        isClockSet: Bool = true
    ) throws(RecordingError) {
        let number = try nextNumber()
        let block = RecordingBlock(
            firstNumber: number, boot: boot, wallOffset_ns: wallOffset_ns, inputs: inputs)
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
        try tidy(now: now, isClockSet: isClockSet)
    }

    /// Removes files beyond the limits; by age only when the system clock is set. Otherwise a clock
    /// that starts years ahead would remove the whole recording.
    public mutating func tidy(now: UTCInstant, isClockSet: Bool = true) throws(RecordingError) {
        func isOld(_ file: RecordingDirectory.File) -> Bool {
            isClockSet && now.seconds(since: file.written) > bounds.age_s
        }
        var files = try directory.files()
        var total = files.reduce(0) { $0 + $1.size }
        while let oldest = files.first, oldest.firstNumber != current?.firstNumber,
            total > bounds.bytes || isOld(oldest)
        {
            try directory.remove(oldest.firstNumber)
            total -= oldest.size
            files.removeFirst()
        }
        if let only = files.first, only.firstNumber == current?.firstNumber, isOld(only) {
            try directory.remove(only.firstNumber)
            (files, total, current) = ([], 0, nil)
        }
        note(files, total)
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
        try directory.remove(oldest.firstNumber)
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
