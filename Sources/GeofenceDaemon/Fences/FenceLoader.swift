import Composition
import FenceFiles
import Geodesy
import Glibc
import SystemServices
import Systemd

/// Loads fence files, and keeps large ones in their compiled form beside the log, so that the next
/// start maps them instead of reading them.
///
/// A compiled file is used at once when its seal shows that neither it nor its source was changed since
/// both were last compared; else both are compared first. A compiled file that is damaged, out of date or
/// of another build is created again from its source, with a line in the journal.
struct FenceLoader: Sendable {
    /// The directory of compiled files; nil for none.
    var directory: String?
    /// How far they are trusted.
    var trust = RunRecord.Trust.seal
    /// Gets what happens to them.
    let journal: JournalWriter?

    /// Bytes from which on a file is compiled: a smaller one is read in a few milliseconds.
    static let leastBytes = 256 << 10
    /// Bytes from which on a file is gathered out of the heap: what stands in the heap meanwhile, less
    /// than twice as much, has to fit into what the service may use (`MemoryMax=`) with the rest.
    private static let leastSpooledBytes = 16 << 20
    /// Bytes out of the heap that are put in order at once, with as many more that they are copied
    /// from: few enough to stay in memory beside the daemon where 96 MiB are all there is, and not
    /// so few that there are more windows than the kernel reads ahead in.
    private static let spoolWindow_bytes = 16 << 20
    /// Bytes read at once: large enough that system calls do not count.
    private static let pieceBytes = 256 << 10
    /// Nanoseconds between two reports to systemd while a file is read.
    private static let reportInterval_ns: Int64 = 1_000_000_000
    /// Microseconds for packing, when a slow card is read and written several times over.
    private static let packingPatience_us: Int64 = 900_000_000

    /// The fences of a file, or why there are none.
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

    /// Removes the compiled files of all sources but those, and no other file: the directory may be a
    /// link to another one.
    func forget(allBut paths: [String]) {
        guard let directory else { return }
        let kept = Set(paths.flatMap { CompiledPlace(of: $0, in: directory).names })
        for name in Directory.names(directory)
        where !kept.contains(name) && CompiledPlace.isOwn(name) {
            _ = unsafe unlink("\(directory)/\(name)")
        }
    }

    /// The compiled fences of a source in that state; nil when they may differ from the source.
    private func compiled(
        at place: CompiledPlace, _ source: FileIdentity
    ) throws(SystemError) -> LoadedFile? {
        guard let mapping = try? MappedFile(place.file) else { return nil }
        // Before any access to the mapping: a block that cannot be read may be the reason.
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

    /// Reads a file piece by piece.
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

    /// Memory for fences that are too many to be gathered on the heap, if there is any.
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

    /// Writes the compiled form and returns the fences of its mapping, whose memory the kernel can reclaim;
    /// nil when the file gave no fences or the compiled form cannot be written.
    ///
    /// - Parameter source: the file before it was read. A file that was changed meanwhile gets no seal, so
    ///   that the next start compares it.
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
