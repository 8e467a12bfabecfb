import Composition
import FenceFiles
import Geodesy
import Glibc
import SystemServices
import Systemd

/// Loads fence files. Stores large ones in compiled form beside the log, so that the next start maps them
/// instead of reading them.
///
/// A compiled file is used at once when its seal shows that neither it nor its source has changed since
/// both were last compared; otherwise both are compared first. A compiled file that is damaged, out of date
/// or of another build is created again from its source, with an entry in the journal.
struct FenceLoader: Sendable {
    /// The directory of compiled files; nil to compile no file.
    var directory: String?
    /// How far compiled files are trusted.
    var trust = RunRecord.Trust.seal
    /// Receives the entries about compiled files that are replaced or cannot be written.
    let journal: JournalWriter?

    /// The least bytes of a file that is compiled. A smaller file is read in a few milliseconds.
    static let leastBytes = 256 << 10
    /// The least bytes of a file whose fences are gathered in a spool file. A smaller one takes less than
    /// twice its size on the heap, which fits into `MemoryMax=` with the rest of the service.
    private static let leastSpooledBytes = 16 << 20
    /// The bytes of the spool file that are sorted at once; as many are copied from. Few enough to stay in
    /// memory beside the daemon in 96 MiB, and so large that the kernel can read ahead in all windows.
    private static let spoolWindow_bytes = 16 << 20
    /// The bytes of one read: enough to make the cost of system calls negligible.
    private static let pieceBytes = 256 << 10
    /// The least nanoseconds between two progress reports to systemd.
    private static let reportInterval_ns: Int64 = 1_000_000_000
    /// Microseconds allowed for packing: a slow card is read and written several times.
    private static let packingPatience_us: Int64 = 900_000_000

    /// Returns the fences of a file. Throws why the file cannot be read.
    func load(_ path: String) throws(UnreadableFile) -> LoadedFile {
        do throws(SystemError) {
            let identity = try FileIdentity(path)
            guard let directory, identity.size >= Self.leastBytes else {
                return try read(path).file
            }
            let place = CompiledPlace(of: path, in: directory)
            if let file = try compiled(at: place, identity) { return file }
            let (file, key) = try read(path)
            return keep(file, key, of: identity, at: place) ?? file
        } catch {
            throw UnreadableFile(
                reason: error.code == ENOENT
                    ? "does not exist"
                    : "cannot be read: \(SystemError.reason(error.code)); "
                        + (SystemError.remedy(forShortage: error.code)
                            ?? "name a file that the daemon's user may read"))
        }
    }

    /// Removes the compiled files of all sources except those at `paths`. Removes no other file, because
    /// the directory may be a link to another one.
    func forget(allBut paths: [String]) {
        guard let directory else { return }
        let kept = Set(paths.flatMap { CompiledPlace(of: $0, in: directory).names })
        for name in Directory.names(directory)
        where !kept.contains(name) && CompiledPlace.isOwn(name) {
            _ = unsafe unlink("\(directory)/\(name)")
        }
    }

    /// Returns the compiled fences of a source in that state; nil when they may differ from it.
    private func compiled(
        at place: CompiledPlace, _ source: FileIdentity
    ) throws(SystemError) -> LoadedFile? {
        guard let mapping = try? MappedFile(place.file) else { return nil }
        // Before any access to the mapping: an unreadable block may have caused the crashes.
        if trust == .nothing { return refuse(place, "not trusted after several crashes") }
        let file = unsafe mapping.withBytes { unsafe CompiledFile(bytes: $0, owner: mapping) }
        guard let file, file.key.maker == CompiledPlace.maker else {
            return refuse(place, "of another version or damaged")
        }
        switch trust {
        case .seal, .acquitted:
            if place.isSealed(source: source, compiled: mapping.identity) { return file.loaded }
        case .digests, .nothing: break
        }
        guard unsafe mapping.withBytes({ unsafe CompiledFile.isIntact($0) }) else {
            return refuse(place, "damaged")
        }
        guard file.key.sourceBytes == source.size,
            try file.key.source == digest(of: place.source)
        else { return refuse(place, "out of date") }
        place.seal(source: source, compiled: mapping.identity)
        return file.loaded
    }

    private func refuse(_ place: CompiledPlace, _ reason: String) -> LoadedFile? {
        journal?.post(
            JournalEntry(
                .notice, "\(place.source): the compiled fences are \(reason); made again",
                messageID: MessageID.compiled))
        return nil
    }

    /// Reads a file piece by piece. Returns its fences and the key of its compiled form.
    private func read(
        _ path: String
    ) throws(SystemError) -> (file: LoadedFile, key: CompiledFile.Key) {
        let reader = try FileReader(path)
        let size = try FileIdentity(path).size
        let memory = size >= Self.leastSpooledBytes ? spool() : .heap
        var digest = ContentDigest()
        var failure: SystemError?
        var lastReport_ns = Clocks.bootNanoseconds()
        let file = FenceFile.load(in: memory) {
            do throws(SystemError) {
                let piece = try reader.next(Self.pieceBytes)
                unsafe piece.withUnsafeBytes { unsafe digest.update($0) }
                if piece.isEmpty, size >= Self.leastSpooledBytes { Self.reportPacking(path) }
                if Clocks.bootNanoseconds() - lastReport_ns > Self.reportInterval_ns {
                    lastReport_ns = Clocks.bootNanoseconds()
                    Self.reportProgress(path, digest.byteCount, of: size)
                }
                return piece
            } catch {
                failure = error
                return []
            }
        }
        if let failure { throw failure }
        let key = CompiledFile.Key(
            source: digest.value, sourceBytes: digest.byteCount, maker: CompiledPlace.maker)
        return (file, key)
    }

    /// Returns a spool file as memory for many fences, or the heap when there is none.
    private func spool() -> WorkingMemory {
        guard let directory, (try? Directory.make(directory, mode: 0o700)) != nil,
            let spool = try? SpoolFile(in: directory)
        else { return .heap }
        return WorkingMemory(window_bytes: Self.spoolWindow_bytes) { spool.take($0) }
    }

    private static func reportPacking(_ path: String) {
        ServiceNotification.reportProgress(
            "packing fences: \(path)", extension_us: packingPatience_us)
    }

    private static func reportProgress(_ path: String, _ done: Int, of size: Int64) {
        let share = size > 0 ? min(100, Int64(done) * 100 / size) : 0
        ServiceNotification.reportProgress("reading fences: \(path), \(share) %")
    }

    /// Writes the compiled form and returns the fences of its mapping, whose memory the kernel can reclaim.
    /// Returns nil when the file has no fences or the compiled form cannot be written.
    ///
    /// - Parameter source: the identity of the file before it was read. A file that was changed meanwhile
    ///   gets no seal, so the next start compares it.
    private func keep(
        _ file: LoadedFile, _ key: CompiledFile.Key, of source: FileIdentity,
        at place: CompiledPlace
    ) -> LoadedFile? {
        guard file.set != nil else { return nil }
        let extension_us = ServiceNotification.timeoutExtension_us
        ServiceNotification.extendTimeout(microseconds: extension_us).send()
        do {
            try place.makeDirectory()
            try unsafe NewFile.write(place.file) { write in
                _ = try unsafe CompiledFile.compile(file, key: key, write: write)
            }
            let mapping = try MappedFile(place.file)
            let kept = unsafe mapping.withBytes { unsafe CompiledFile(bytes: $0, owner: mapping) }
            if try FileIdentity(place.source) == source {
                place.seal(source: source, compiled: mapping.identity)
            }
            return kept?.loaded
        } catch {
            journal?.post(
                JournalEntry(
                    .warning,
                    "\(place.source): the compiled fences cannot be kept: \(error); the next start "
                        + "will read the file again", messageID: MessageID.compiled))
            return nil
        }
    }

    private func digest(of path: String) throws(SystemError) -> UInt64 {
        let reader = try FileReader(path)
        var digest = ContentDigest()
        while true {
            let piece = try reader.next(Self.pieceBytes)
            guard !piece.isEmpty else { return digest.value }
            unsafe piece.withUnsafeBytes { unsafe digest.update($0) }
        }
    }
}
