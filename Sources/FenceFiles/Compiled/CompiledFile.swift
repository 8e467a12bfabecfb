import FoundationEssentials
import Geofencing

/// A fence file that was read, checked and packed before: its bytes are mapped and used as they
/// are.
///
/// The file is, in the byte order of the machine that wrote it:
///
/// | bytes | content |
/// |---|---|
/// | 128 | head: mark and version, sizes of the three parts, `Key`, digests of content and head |
/// | … | what was wrong with the source: JSON |
/// | … | the columns of the fences, aligned to 64 bytes |
/// | … | the shapes, aligned to 64 bytes |
///
/// It is written once and never changed in place. A file of another version, size or byte order is
/// none of ours. Any bytes can be opened: every number in them that leads somewhere is checked, so
/// damage leads to wrong fences at worst, and that is for `isIntact` to find.
public struct CompiledFile: Sendable {
    /// What a compiled file was made of, and by whom.
    public struct Key: Sendable, Hashable {
        /// The digest of the source's bytes.
        public var source: UInt64
        /// How many bytes the source has.
        public var sourceBytes: Int
        /// Stands for the program that compiled: another one may read the same source otherwise.
        public var maker: UInt64

        /// The key of a source.
        public init(source: UInt64, sourceBytes: Int, maker: UInt64) {
            self.source = source
            self.sourceBytes = sourceBytes
            self.maker = maker
        }
    }

    /// What it was made of.
    public let key: Key
    /// What reading the source again would give.
    public let loaded: LoadedFile

    /// The compiled file of those bytes, which stay as they are while `owner` lives (a mapped
    /// file); nil if they are none of this version.
    public init?(bytes: UnsafeRawBufferPointer, owner: any AnyObject & Sendable) {
        guard let head = unsafe CompiledHead(of: bytes),
            let report = try? JSONDecoder().decode(
                Report.self, from: unsafe Data(bytes[head.report])),
            let set = unsafe FenceSet(
                columns: UnsafeRawBufferPointer(rebasing: bytes[head.columns]),
                shapes: UnsafeRawBufferPointer(rebasing: bytes[head.shapes]), owner: owner)
        else { return nil }
        key = head.key
        loaded = LoadedFile(
            set: set, problems: report.problems, invalid: Set(report.invalid))
    }

    /// Whether the content is what was written. Reads all of it.
    public static func isIntact(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let head = unsafe CompiledHead(of: bytes) else { return false }
        return unsafe head.contentDigest
            == ContentDigest.of(UnsafeRawBufferPointer(rebasing: bytes[CompiledHead.byteCount...]))
    }

    /// Hands the bytes of the compiled form to `write`, piece by piece in their order. A file that
    /// could not be read has none: false.
    public static func compile(
        _ loaded: LoadedFile, key: Key, write: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> Bool {
        guard let set = loaded.set else { return false }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let report = try encoder.encode(
            Report(problems: loaded.problems, invalid: loaded.invalid.sorted()))
        try unsafe set.withBytes { columns, shapes in
            var head = CompiledHead(
                key: key, report: report.count, columns: columns.count, shapes: shapes.count)
            var digest = ContentDigest()
            func pieces(_ take: (UnsafeRawBufferPointer) throws -> Void) rethrows {
                try unsafe report.withUnsafeBytes { try unsafe take($0) }
                try unsafe pad(head.report.upperBound, head.columns.lowerBound, take)
                try unsafe take(columns)
                try unsafe pad(head.columns.upperBound, head.shapes.lowerBound, take)
                try unsafe take(shapes)
            }
            unsafe pieces { unsafe digest.update($0) }
            head.seal(contentDigest: digest.value)
            try unsafe withUnsafeBytes(of: &head) { try unsafe write($0) }
            try unsafe pieces(write)
        }
        return true
    }

    private static func pad(
        _ end: Int, _ start: Int, _ take: (UnsafeRawBufferPointer) throws -> Void
    ) rethrows {
        let zeros = [UInt8](repeating: 0, count: start - end)
        try unsafe zeros.withUnsafeBytes { try unsafe take($0) }
    }

    /// What was wrong with the source.
    private struct Report: Codable {
        var problems: [FenceProblem]
        var invalid: [String]
    }
}
