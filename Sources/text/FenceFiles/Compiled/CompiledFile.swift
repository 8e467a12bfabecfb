import FoundationEssentials
import Geofencing

/// A fence file in compiled form: read, checked and packed, so that its bytes can be mapped and
/// used directly.
///
/// The file contains, in the byte order of the machine that wrote it:
///
/// | bytes | content |
/// |---|---|
/// | 128 | head: mark and version, sizes of the three parts, `Key`, digests of content and head |
/// | … | the problems of the source: JSON |
/// | … | the columns of the fences, aligned to 64 bytes |
/// | … | the shapes, aligned to 64 bytes |
///
/// The file is written once and never changed in place. A file with another version, size or byte
/// order is refused. Any bytes can be opened: every offset and index in them is checked, so that
/// damage causes wrong fences at worst. `isIntact` detects damage.
public struct CompiledFile: Sendable {
    /// Identifies the source and the compiler of a compiled file.
    public struct Key: Sendable, Hashable {
        /// The digest of the bytes of the source file.
        public var source: UInt64
        /// The size of the source file in bytes.
        public var sourceBytes: Int
        /// Identifies the program that compiled the file: another version may interpret the same
        /// source file differently.
        public var maker: UInt64

        /// Creates the key of a source file.
        public init(source: UInt64, sourceBytes: Int, maker: UInt64) {
            self.source = source
            self.sourceBytes = sourceBytes
            self.maker = maker
        }
    }

    /// The source file and the compiler.
    public let key: Key
    /// The same result as reading the source file again.
    public let loaded: LoadedFile

    /// Opens compiled bytes, which must not change during the lifetime of `owner` (a mapped file);
    /// nil if they are not a compiled file of this version.
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

    /// Whether the content matches its digest. Reads the whole content.
    public static func isIntact(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let head = unsafe CompiledHead(of: bytes) else { return false }
        return unsafe head.contentDigest
            == ContentDigest.of(UnsafeRawBufferPointer(rebasing: bytes[CompiledHead.byteCount...]))
    }

    /// Passes the compiled form to `write`, piece by piece in order. Returns false for a file that
    /// could not be read.
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

    /// The problems of the source file.
    private struct Report: Codable {
        var problems: [FenceProblem]
        var invalid: [String]
    }
}
