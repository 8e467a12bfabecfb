public import Chronology
import Glibc

/// The files of a recording in their directory. Every method waits for the disk.
public struct RecordingDirectory: Sendable {
    /// A file of consecutive blocks.
    struct File: Hashable {
        /// The number of its first entry, from which its name is made.
        var firstNumber: Int64
        /// Its size in bytes.
        var size: Int64
        /// When it was last written, by the wall clock.
        var written: UTCInstant
    }

    /// The path of the directory.
    public let path: String
    private static let suffix = ".fixes"
    /// The digits of a name. With a fixed count, names sort like their numbers.
    private static let digits = 19
    /// The maximum bytes that are read of a file. A writer starts a new file at 1 MiB.
    private static let mostBytes = 64 << 20

    /// Creates the value for the recording below a state directory; accesses no file.
    public init(in stateDirectory: String) {
        path = stateDirectory + "/recording"
    }

    /// Returns the files, the oldest first; none when the directory does not exist. Throws when it
    /// cannot be read.
    func files() throws(RecordingError) -> [File] {
        guard let stream = unsafe opendir(path) else {
            let failure = failure("read \(path)")
            if failure.isMissing { return [] }
            throw failure
        }
        defer { unsafe closedir(stream) }
        var files: [File] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
                unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe String(cString: $0)
                }
            }
            guard name.hasSuffix(Self.suffix),
                let number = Int64(name.dropLast(Self.suffix.count)), number >= 0
            else { continue }
            var status = stat()
            guard unsafe stat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG
            else { continue }
            let written_ns =
                Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
            files.append(
                File(
                    firstNumber: number, size: Int64(status.st_size),
                    written: UTCInstant(nanoseconds: written_ns)))
        }
        return files.sorted { $0.firstNumber < $1.firstNumber }
    }

    /// Returns the first bytes of a file, at most `limit`.
    func read(_ number: Int64, limit: Int = mostBytes) throws(RecordingError) -> [UInt8] {
        let name = path(of: number)
        let file = unsafe open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard file >= 0 else { throw failure("read \(name)") }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { throw failure("read \(name)") }
        let size = min(Int(status.st_size), limit)
        var failed: RecordingError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            while filled < size {
                let rest = unsafe buffer.baseAddress?.advanced(by: filled)
                let got = unsafe Glibc.read(file, rest, size - filled)
                if got < 0, errno != EINTR { failed = failure("read \(name)") }
                if got == 0 || failed != nil { break }
                filled += max(got, 0)
            }
        }
        if let failed { throw failed }
        return bytes
    }

    /// Appends bytes to a file and waits until they are on the disk. When that fails, restores
    /// the file as far as the disk allows.
    func append(_ bytes: [UInt8], to number: Int64) throws(RecordingError) {
        if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw failure("make \(path)") }
        let name = path(of: number)
        let file = unsafe open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw failure("write \(name)") }
        defer { close(file) }
        let end = lseek(file, 0, SEEK_END)
        guard append(bytes[...], to: file), fdatasync(file) == 0 else {
            let failure = failure("write \(name)")
            if end > 0 { _ = ftruncate(file, end) } else { unsafe unlink(name) }
            throw failure
        }
    }

    private func append(_ bytes: ArraySlice<UInt8>, to file: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe write(file, $0.baseAddress, $0.count)
            }
            if count < 0, errno != EINTR { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }

    /// Removes a file; a missing file is not an error.
    func remove(_ number: Int64) throws(RecordingError) {
        let name = path(of: number)
        if unsafe unlink(name) != 0, errno != ENOENT { throw failure("remove \(name)") }
    }

    /// Returns the path of the file whose first entry has that number.
    func path(of number: Int64) -> String {
        let digits = String(number)
        return path + "/" + String(repeating: "0", count: Self.digits - digits.utf8.count) + digits
            + Self.suffix
    }

    private func failure(_ attempt: String) -> RecordingError {
        RecordingError(attempt: attempt, code: errno)
    }
}

/// A selection of the entries of a recording.
public struct RecordingSelection: Hashable, Sendable {
    /// Selects no fix before this time.
    public var since: UTCInstant?
    /// Selects no fix after this time.
    public var until: UTCInstant?
    /// Selects only inputs of this source, and inputs without a source.
    public var source: String?
    /// Selects only entries with a greater number.
    public var after: Int64

    /// Creates a selection; nil sets no limit.
    public init(
        since: UTCInstant? = nil, until: UTCInstant? = nil, source: String? = nil,
        after: Int64 = -1
    ) {
        self.since = since
        self.until = until
        self.source = source
        self.after = after
    }

    /// Whether a block can contain selected entries.
    fileprivate func includes(_ header: BlockHeader) -> Bool {
        header.firstNumber + Int64(header.count) - 1 > after
            && since.map { header.latest >= $0 } ?? true
            && until.map { header.earliest <= $0 } ?? true
    }

    /// Whether an entry is selected. Times limit only fixes, which depend on the other inputs.
    fileprivate func includes(_ entry: RecordedEntry) -> Bool {
        guard entry.number > after else { return false }
        if let source, !entry.input.source.isEmpty, entry.input.source != source { return false }
        guard case .fix = entry.input.content else { return true }
        return since.map { entry.time >= $0 } ?? true && until.map { entry.time <= $0 } ?? true
    }
}

extension RecordingDirectory {
    /// Passes the selected entries to `take`, in order and block by block, until it returns false.
    /// Returns the damage that was skipped; throws when the directory cannot be read.
    public func read(
        _ selection: RecordingSelection, _ take: ([RecordedEntry]) throws -> Bool
    ) throws -> RecordingDamage {
        let files = try files()
        var damage = RecordingDamage()
        for (index, file) in files.enumerated() {
            if index + 1 < files.count, files[index + 1].firstNumber <= selection.after + 1 {
                continue
            }
            var scan: RecordingScan
            do throws(RecordingError) {
                scan = RecordingScan(try read(file.firstNumber))
            } catch {
                // Retention has removed the file meanwhile: no damage.
                if !error.isMissing { damage.files.append("\(error)") }
                continue
            }
            while let block = scan.block(where: selection.includes) {
                let wanted = block.entries.filter(selection.includes)
                guard !wanted.isEmpty else { continue }
                guard try take(wanted) else {
                    damage.add(scan.damage)
                    return damage
                }
            }
            damage.add(scan.damage)
        }
        return damage
    }
}
