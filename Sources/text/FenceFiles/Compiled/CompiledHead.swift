/// The head of a compiled file.
struct CompiledHead: BitwiseCopyable {
    private var mark = Self.mark
    private var reportBytes: Int
    private var columnBytes: Int
    private var shapeBytes: Int
    private var source: UInt64
    private var sourceBytes: Int
    private var maker: UInt64
    /// The digest of everything after the head.
    private(set) var contentDigest: UInt64 = 0
    private var reserved = InlineArray<7, UInt64>(repeating: 0)
    /// The digest of the preceding fields of the head.
    private var headDigest: UInt64 = 0

    /// The size of the head in bytes: it leaves space for more fields and aligns the next part.
    static let byteCount = 128
    /// The start of the mark, equal in every version.
    static let family = Array("GFENCES".utf8)
    /// "GFENCES" and the version, in this machine's byte order.
    private static let mark: UInt64 = 0x3153_4543_4e45_4647

    /// Creates the head of a file with parts of these sizes in bytes.
    init(key: CompiledFile.Key, report: Int, columns: Int, shapes: Int) {
        (reportBytes, columnBytes, shapeBytes) = (report, columns, shapes)
        (source, sourceBytes, maker) = (key.source, key.sourceBytes, key.maker)
    }

    /// Reads the head; nil unless the bytes are a file of this version with the length that the
    /// head states.
    init?(of bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.byteCount else { return nil }
        self = unsafe bytes.loadUnaligned(as: CompiledHead.self)
        guard mark == Self.mark, headDigest == ownDigest,
            [reportBytes, columnBytes, shapeBytes].allSatisfy({ 0...bytes.count ~= $0 }),
            shapes.upperBound == bytes.count
        else { return nil }
    }

    var key: CompiledFile.Key {
        CompiledFile.Key(source: source, sourceBytes: sourceBytes, maker: maker)
    }

    var report: Range<Int> { Self.byteCount..<Self.byteCount + reportBytes }
    var columns: Range<Int> {
        let start = Self.aligned(report.upperBound)
        return start..<start + columnBytes
    }
    var shapes: Range<Int> {
        let start = Self.aligned(columns.upperBound)
        return start..<start + shapeBytes
    }

    /// Sets the digests.
    mutating func seal(contentDigest: UInt64) {
        self.contentDigest = contentDigest
        headDigest = ownDigest
    }

    private var ownDigest: UInt64 {
        unsafe withUnsafeBytes(of: self) { bytes in
            unsafe ContentDigest.of(
                UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.byteCount - 8)))
        }
    }

    private static func aligned(_ offset: Int) -> Int { (offset + 63) / 64 * 64 }
}
